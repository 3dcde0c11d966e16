import { formatMailbox, mailboxesOf } from '../../../domain/senders/mailboxes';

const domains = new Map([
  ['acme.example', 'wsp_1'],
  ['shared.example', '*'],
]);
const installation = { from: 'Apex <hello@apex.test>', domains };
const of = (sender: { email?: string; replyTo?: string }, workspaceId = 'wsp_1') =>
  mailboxesOf({ workspaceId, name: 'Acme', ...sender }, installation);

test('uses an address in From if its domain belongs to the workspace or is a subdomain', () => {
  for (const email of ['hi@acme.example', 'hi@news.acme.example', 'hi@shared.example']) {
    expect(of({ email })).toEqual({ from: { name: 'Acme', address: email }, replyTo: null });
  }
});

test.each(['hi@other.example', 'hi@notacme.example', 'hi@acme.example.evil.test'])(
  '%s is not allowed in From: the installation’s address is used, and replies go to this one',
  (email) => {
    expect(of({ email })).toEqual({ from: { name: 'Acme', address: 'hello@apex.test' }, replyTo: email });
  },
);

test('a domain of another workspace is not allowed', () => {
  expect(of({ email: 'hi@acme.example' }, 'wsp_2').from.address).toBe('hello@apex.test');
});

test('replyTo takes precedence over the address', () => {
  expect(of({ email: 'hi@acme.example', replyTo: 'care@acme.example' }).replyTo).toBe('care@acme.example');
  expect(of({ email: 'hi@other.example', replyTo: 'care@x.example' }).replyTo).toBe('care@x.example');
  expect(of({}).replyTo).toBeNull();
});

test('a mailbox is ASCII, and special characters in a name are escaped', () => {
  expect(formatMailbox({ name: 'A "B" \\ <evil@x.example>', address: 'a@b.example' })).toBe(
    String.raw`"A \"B\" \\ <evil@x.example>" <a@b.example>`,
  );
  const name = `Müller & Söhne ${'😀'.repeat(40)}`;
  const formatted = formatMailbox({ name, address: 'a@b.example' });
  expect(formatted).toMatch(/^[\x20-\x7e]+ <a@b\.example>$/);
  const words = formatted.split(' ').slice(0, -1);
  expect(words.every((word) => word.length <= 75)).toBe(true);
  const decoded = words.map((word) => Buffer.from(word.slice('=?UTF-8?B?'.length, -2), 'base64').toString());
  expect(decoded.join('')).toBe(name);
});
