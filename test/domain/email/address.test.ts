import fc from 'fast-check';
import { parseAddress, spellingsOf } from '../../../domain/email/address';
import { runs } from '../../support/thorough';

it.each([
  ['ada@example.com', 'ada@example.com'],
  [' Ada.Lovelace+x@EXAMPLE.com ', 'ada.lovelace+x@example.com'],
  ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
  ['ädä@example.com', 'ädä@example.com'],
  ['A\u0308da@Mu\u0308nchen.EXAMPLE', 'äda@xn--mnchen-3ya.example'],
  ['संपर्क@डाटामेल.भारत', 'संपर्क@xn--c2bd4bq1db8d.xn--h2brj9c'],
  ['ada@example.com\r\n', 'ada@example.com'],
  ['\u2028ada@example.com ', 'ada@example.com'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(8)}`, null],
])('accepts %s', (text, expected) => {
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
  ['ada@', 'after the "@"'],
  ['ada@localhost', 'after the "@"'],
  ['ada@127.0.0.1', 'after the "@"'],
  ['ada@[127.0.0.1]', 'after the "@"'],
  ['ada@-example.com', 'after the "@"'],
  ['ada@example..com', 'after the "@"'],
  ['ada@exa_mple.com', 'after the "@"'],
  ['ada@example.com\r\nBcc: b@example.com', 'control'],
  ['ada\n@example.com', 'control'],
  ['ada\u0000@example.com', 'control'],
  ['ada\u202e@example.com', 'control'],
  ['ada@exam\u2028ple.com', 'control'],
  [`${'a'.repeat(65)}@example.com`, '64'],
  [`${'ä'.repeat(33)}@example.com`, '64'],
  [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(9)}`, '254'],
])('rejects %j', (text, reason) => {
  expect(parseAddress(text)).toEqual({ problem: expect.stringContaining(reason) });
});

it('rejects characters that could break a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a@.é\r\n\t \0<>,;"()[]:\\\u2028') }), (text) => {
      const parsed = parseAddress(`${text}@example.com`);
      if ('address' in parsed) expect(parsed.address).toMatch(/^[a.é]+@example\.com$/);
    }),
  );
});

it('parses every spelling of an address to the same address', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aÄßİΣоक्ı\u0308\u0301.-'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(text, text, (local, domain) => {
      const parsed = parseAddress(`${local}@${domain}.example`);
      if ('problem' in parsed) return;
      for (const spelling of spellingsOf(parsed.address)) expect(parseAddress(spelling)).toEqual(parsed);
    }),
    { numRuns: runs(500, 10_000) },
  );
});
