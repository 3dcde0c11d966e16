import { createHmac } from 'node:crypto';
import { formatUnsubscribeToken, readUnsubscribeToken } from '../../../domain/email/unsubscribe';

const secret = 'a secret of the service';
const subject = { workspaceId: 'wsp_01arz', endUserId: 'eus_01bx5' };
const token = formatUnsubscribeToken(secret, subject);
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.= ';

describe('formatUnsubscribeToken', () => {
  it('consists of the ids and an HMAC-SHA256 for this purpose, and is safe in URLs', () => {
    const signature = createHmac('sha256', secret).update('unsubscribe:wsp_01arz.eus_01bx5').digest('base64url');
    expect(token).toBe(`wsp_01arz.eus_01bx5.${signature}`);
    expect(encodeURIComponent(token)).toBe(token);
  });

  it('does not change, so that links in old messages keep working', () => {
    expect(formatUnsubscribeToken(secret, { ...subject })).toBe(token);
  });
});

describe('readUnsubscribeToken', () => {
  it('returns the subject of a valid token', () => {
    expect(readUnsubscribeToken(secret, token)).toEqual(subject);
  });

  it('rejects any change of a single character', () => {
    const accepted: string[] = [];
    for (let index = 0; index < token.length; index += 1) {
      for (const character of characters) {
        const changed = token.slice(0, index) + character + token.slice(index + 1);
        if (changed !== token && readUnsubscribeToken(secret, changed) !== null) accepted.push(changed);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('rejects the signature of another person, workspace or secret', () => {
    const signatureOf = (text: string): string => text.split('.')[2]!;
    const neighbour = formatUnsubscribeToken(secret, { ...subject, endUserId: 'eus_01bx6' });
    const elsewhere = formatUnsubscribeToken(secret, { ...subject, workspaceId: 'wsp_02arz' });
    expect(readUnsubscribeToken(secret, `wsp_01arz.eus_01bx5.${signatureOf(neighbour)}`)).toBeNull();
    expect(readUnsubscribeToken(secret, `wsp_01arz.eus_01bx5.${signatureOf(elsewhere)}`)).toBeNull();
    expect(readUnsubscribeToken(secret, formatUnsubscribeToken('another secret', subject))).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['one part', 'wsp_01arz'],
    ['no signature', 'wsp_01arz.eus_01bx5'],
    ['an empty signature', 'wsp_01arz.eus_01bx5.'],
    ['a fourth part', `${token}.`],
    ['a shorter signature', token.slice(0, -1)],
    ['a longer signature', `${token}A`],
    ['a signature of other bytes in as many characters', `wsp_01arz.eus_01bx5.${'é'.repeat(43)}`],
    ['dots only', '..'],
  ])('rejects %s', (_, text) => {
    expect(readUnsubscribeToken(secret, text)).toBeNull();
  });
});
