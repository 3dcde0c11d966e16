import fc from 'fast-check';
import { formatId, idPrefixes, type IdKind } from '../../domain/ids';

const kinds = Object.keys(idPrefixes) as IdKind[];
const bytes = (value: number): Uint8Array => new Uint8Array(10).fill(value);
const latestMs = 2 ** 48 - 1;

describe('formatId', () => {
  it('writes the timestamp and randomness of the ULID specification in lower case', () => {
    // The time of the specification's example, 01ARZ3NDEKTSV4RRFFQ69G5FAV, in milliseconds.
    expect(formatId('journey', 1_469_922_850_259, bytes(0))).toBe('jrn_01arz3ndek0000000000000000');
    expect(formatId('journey', 0, bytes(0))).toBe(`jrn_${'0'.repeat(26)}`);
    expect(formatId('journey', latestMs, bytes(255))).toBe(`jrn_7${'z'.repeat(25)}`);
  });

  it('keeps all 80 random bits in order', () => {
    const random = Uint8Array.from([0x00, 0x44, 0x32, 0x14, 0xc7, 0x42, 0x54, 0xb6, 0x35, 0xcf]);
    expect(formatId('execution', 0, random)).toBe('exe_00000000000123456789abcdef');
  });

  it.each(kinds)('gives a %s its own prefix', (kind) => {
    expect(formatId(kind, 1, bytes(7))).toMatch(/^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(kinds.filter((other) => idPrefixes[other] === idPrefixes[kind])).toEqual([kind]);
  });

  it('sorts by time, whatever the random part', () => {
    const time = fc.integer({ min: 0, max: latestMs });
    const random = fc.uint8Array({ minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(time, time, random, random, (one, other, left, right) => {
        fc.pre(one !== other);
        expect(formatId('event', one, left) < formatId('event', other, right)).toBe(one < other);
      }),
    );
  });

  it('distinguishes ids of the same millisecond that differ by one bit', () => {
    const changed = bytes(0);
    changed[9] = 1;
    expect(formatId('send', 5, bytes(0))).not.toBe(formatId('send', 5, changed));
  });

  it.each([0, 9, 11, 16])('rejects %i random bytes', (length) => {
    expect(() => formatId('user', 0, new Uint8Array(length))).toThrow(RangeError);
  });
});
