import fc from 'fast-check';
import { bucket, fnv32a } from '../../../domain/experiments/bucket';
import reference from './reference-hash.json';

/** Reference FNV-1a with arbitrary-precision integers and Node's UTF-8 encoder. */
function fnv32aByTheBook(text: string): number {
  let hash = 0x811c9dc5n;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x01000193n) % 2n ** 32n;
  return Number(hash);
}

describe('fnv32a', () => {
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['b', 0xe70c2de5],
    ['foobar', 0xbf9cf968],
  ])('returns the test vector of the FNV draft for %j', (text, hash) => {
    expect(fnv32a(text)).toBe(hash);
  });

  it.each([
    'é',
    'Ünïcödé',
    '東京',
    '\u07ff\u0800\uffff',
    '👩‍🚀',
    '\u{10000}\u{10ffff}',
    '\ud800',
    'a\udc00b',
    '\udc00\ud800',
  ])('hashes the UTF-8 bytes of %j', (text) => {
    expect(fnv32a(text)).toBe(fnv32aByTheBook(text));
  });

  it('hashes the UTF-8 bytes of any text, including lone surrogates', () => {
    const codeUnits = fc.array(fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd700, max: 0xe0ff })), { maxLength: 40 });
    fc.assert(
      fc.property(codeUnits, (units) => {
        const text = String.fromCharCode(...units);
        expect(fnv32a(text)).toBe(fnv32aByTheBook(text));
      }),
    );
  });
});

describe('bucket', () => {
  it.each(reference.buckets)('matches the reference for $seed, $value', ({ seed, value, bucket: expected }) => {
    expect(bucket(seed, value)).toBe(expected);
  });

  it('splits 20,000 visitors like the reference', () => {
    const { seed, prefix, count, belowHalf } = reference.split;
    const below = Array.from({ length: count }, (_, index) => bucket(seed, `${prefix}${index}`)).filter(
      (share) => share < 0.5,
    );
    expect(below).toHaveLength(belowHalf);
  });

  it('is in [0, 1), in steps of 1/10,000', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (seed, value) => {
        const share = bucket(seed, value);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThan(1);
        expect(share).toBe(Math.round(share * 10_000) / 10_000);
      }),
    );
  });

  it('assigns the same visitors independently in different experiments', () => {
    const visitors = Array.from({ length: 4_000 }, (_, index) => `visitor-${index}`);
    const inBoth = visitors.filter((visitor) => bucket('exp-a', visitor) < 0.5 && bucket('exp-b', visitor) < 0.5);
    // A quarter, plus or minus four standard deviations (27 visitors each).
    expect(Math.abs(inBoth.length - 1_000)).toBeLessThan(110);
  });
});
