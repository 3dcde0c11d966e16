import fc from 'fast-check';
import { crc32 } from 'node:zlib';
import { apiKeyKind, formatApiKey, formatWorkspaceKey, keyPrefixes, type KeyKind } from '../../../domain/keys/api-key';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = fc.array(fc.integer({ min: 0, max: 61 }), { minLength: 32, maxLength: 32 });
const kinds = Object.keys(keyPrefixes) as KeyKind[];
const someDigits = Array.from({ length: 32 }, (_, index) => (index * 7) % 62);

const swapAt = (text: string, index: number, character: string): string =>
  text.slice(0, index) + character + text.slice(index + 1);

describe('formatApiKey', () => {
  it('is the prefix, 32 digits and a checksum of 6 digits', () => {
    const counting = Array.from({ length: 32 }, (_, index) => index + 30);
    expect(formatApiKey('secret', counting)).toMatch(/^svc_sk_UVWXYZabcdefghijklmnopqrstuvwxyz[0-9A-Za-z]{6}$/);
  });

  it('ends with the CRC-32 of the rest in base 62, as calculated by zlib', () => {
    fc.assert(
      fc.property(digits, fc.constantFrom(...kinds), (random, kind) => {
        const key = formatApiKey(kind, random);
        const value = [...key.slice(-6)].reduce((sum, character) => sum * 62 + base62.indexOf(character), 0);
        expect(value).toBe(crc32(key.slice(0, -6)));
      }),
    );
  });

  it.each([0, 31, 33])('rejects %i digits', (length) => {
    expect(() => formatApiKey('user', new Array<number>(length).fill(0))).toThrow(RangeError);
  });
});

describe('formatWorkspaceKey', () => {
  it('is public, has its own prefix and 32 digits, and is not an API key', () => {
    const key = formatWorkspaceKey(someDigits);
    expect(key).toMatch(/^svc_pk_[0-9A-Za-z]{32}$/);
    expect(apiKeyKind(key)).toBeNull();
  });
});

describe('apiKeyKind', () => {
  it.each(kinds)('recognizes a %s key', (kind) => {
    fc.assert(fc.property(digits, (random) => expect(apiKeyKind(formatApiKey(kind, random))).toBe(kind)));
  });

  it.each(kinds)('detects every change of a single character of a %s key', (kind) => {
    const key = formatApiKey(kind, someDigits);
    const accepted: string[] = [];
    for (let index = 0; index < key.length; index += 1) {
      for (const character of `${base62}_-. `) {
        const changed = swapAt(key, index, character);
        if (changed !== key && apiKeyKind(changed) !== null) accepted.push(changed);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('detects every swap of different neighboring characters', () => {
    const key = formatApiKey('transactional', someDigits);
    const accepted = Array.from({ length: key.length - 1 }, (_, index) =>
      swapAt(swapAt(key, index, key.charAt(index + 1)), index + 1, key.charAt(index)),
    ).filter((swapped) => swapped !== key && apiKeyKind(swapped) !== null);
    expect(accepted).toEqual([]);
  });

  it('rejects a key with the prefix of another kind', () => {
    const secret = formatApiKey('secret', someDigits);
    expect(apiKeyKind(secret.replace('svc_sk_', 'svc_tx_'))).toBeNull();
  });

  it.each(['', 'svc_sk_', 'constructor', `svc_sk_${'0'.repeat(38)}`])('rejects %j', (text) => {
    expect(apiKeyKind(text)).toBeNull();
  });

  it.each([
    ['a line end after it', (key: string) => `${key}\n`],
    ['a blank before it', (key: string) => ` ${key}`],
    ['another character', (key: string) => `${key}0`],
    ['one character fewer', (key: string) => key.slice(0, -1)],
  ])('rejects a key with %s', (_, change) => {
    expect(apiKeyKind(change(formatApiKey('secret', someDigits)))).toBeNull();
  });
});
