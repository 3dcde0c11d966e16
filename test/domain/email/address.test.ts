import fc from 'fast-check';
import { parseAddress } from '../../../domain/email/address';

it.each([
  ['ada@example.com', 'ada@example.com'],
  [' Ada.Lovelace+x@EXAMPLE.com ', 'Ada.Lovelace+x@example.com'],
  ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
  ['ädä@example.com', 'ädä@example.com'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(8)}`, null],
])('%s is an address', (text, expected) => {
  const parsed = parseAddress(text);
  if (expected === null) expect('address' in parsed && parsed.address).toHaveLength(254);
  else expect(parsed).toEqual({ address: expected });
});

it.each([
  ['', 'exactly one'],
  ['ada', 'exactly one'],
  ['a@b@example.com', 'exactly one'],
  ['Ada <ada@example.com>', 'before the "@"'],
  ['a@example.com, b@example.com', 'exactly one'],
  ['a b@example.com', 'before the "@"'],
  ['.ada@example.com', 'before the "@"'],
  ['a..b@example.com', 'before the "@"'],
  ['"ada"@example.com', 'before the "@"'],
  ['@example.com', 'before the "@"'],
  ['ada@', 'behind the "@"'],
  ['ada@localhost', 'behind the "@"'],
  ['ada@127.0.0.1', 'behind the "@"'],
  ['ada@[127.0.0.1]', 'behind the "@"'],
  ['ada@-example.com', 'behind the "@"'],
  ['ada@example..com', 'behind the "@"'],
  ['ada@exa_mple.com', 'behind the "@"'],
  ['ada@example.com\r\nBcc: b@example.com', 'control'],
  ['ada@example.com\n', 'control'],
  ['ada\u0000@example.com', 'control'],
  ['ada\u202e@example.com', 'control'],
  ['ada@example.com\u2028', 'control'],
  [`${'a'.repeat(65)}@example.com`, '64'],
  [`${'ä'.repeat(33)}@example.com`, '64'],
  [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(9)}`, '254'],
])('%j is none', (text, reason) => {
  expect(parseAddress(text)).toEqual({ problem: expect.stringContaining(reason) });
});

it('lets nothing through that a header could break at', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a@.é\r\n\t \0<>,;"()[]:\\\u2028') }), (text) => {
      const parsed = parseAddress(`${text}@example.com`);
      if ('address' in parsed) expect(parsed.address).toMatch(/^[a.é]+@example\.com$/);
    }),
  );
});
