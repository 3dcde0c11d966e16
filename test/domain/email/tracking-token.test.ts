import {
  formatClickToken,
  formatOpenToken,
  linkPath,
  readClickToken,
  readOpenToken,
} from '../../../domain/email/tracking-token';
import { formatSealedToken } from '../../../domain/tokens/sealed-token';

const secret = 'a secret of these tests';
const link = { workspaceId: 'wsp_1', sendId: 'snd_1', ordinal: 3, url: 'https://example.com/a.b?c=d.e#ü' };
const click = formatClickToken(secret, link);
const open = formatOpenToken(secret, link);

test('a token returns the values it was created from', () => {
  expect(readClickToken(secret, click)).toEqual(link);
  expect(readOpenToken(secret, open)).toEqual({ workspaceId: 'wsp_1', sendId: 'snd_1' });
});

test('a changed, truncated or extended token is rejected', () => {
  const accepted: string[] = [];
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.';
  for (let index = 0; index < click.length; index += 1) {
    for (const letter of alphabet) {
      const changed = click.slice(0, index) + letter + click.slice(index + 1);
      if (changed !== click && readClickToken(secret, changed) !== null) accepted.push(changed);
    }
    if (readClickToken(secret, click.slice(0, index)) !== null) accepted.push(click.slice(0, index));
  }
  expect(accepted).toEqual([]);
  for (const text of [`${click}A`, `${click}=`, ` ${click}`, '']) expect(readClickToken(secret, text)).toBeNull();
});

test('a token for another purpose or with another secret is rejected', () => {
  expect(readClickToken(secret, open)).toBeNull();
  expect(readOpenToken(secret, click)).toBeNull();
  expect(readClickToken('another secret', click)).toBeNull();
});

test('a valid token with a URL other than http or https is rejected', () => {
  for (const url of ['javascript:alert(1)', 'mailto:a@b.c', '//example.com', '']) {
    expect(readClickToken(secret, formatSealedToken(secret, 'click', `wsp_1.snd_1.1.${url}`))).toBeNull();
  }
});

test('linkPath keeps only scheme, host and path', () => {
  expect(linkPath('https://ada:pw@Example.com:8443/a/b?token=x#frag')).toBe('https://example.com:8443/a/b');
});
