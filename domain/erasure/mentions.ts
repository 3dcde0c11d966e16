import { spellingsOf } from '../email/address';
import { escapeLike } from '../like-pattern';

/** Patterns that find and replace a person's address and ids in text, for erasure. */
export interface Mentions {
  /** LIKE patterns in lower case. A text without a match does not mention the person. */
  likes: string[];
  /** A PostgreSQL regular expression, used case-insensitively, for the text to replace. */
  pattern: string;
}

/** Replaces a mention. */
export const erasedText = 'erased';

/** A shorter id may be part of other words, so it is removed only from fields that contain ids. */
const minIdLength = 12;

/**
 * Returns patterns for a person's mentions in text: the address in canonical form, percent-encoded, escaped for JSON
 * and in base64, and ids that are long enough to be recognized in other text.
 * @returns null if there is nothing to search for
 */
export function mentionsOf({ email, ids }: { email: string | null; ids: readonly string[] }): Mentions | null {
  const addresses = email === null ? [] : [...new Set(spellingsOf(email).flatMap(encodingsOf))];
  const encoded = email === null ? [] : [...new Set(spellingsOf(email).flatMap(base64Of))];
  const words = [...new Set(ids.filter((id) => id.length >= minIdLength).map((id) => id.toLowerCase()))];
  const needles = [...addresses, ...encoded, ...words];
  if (needles.length === 0) return null;
  const alternatives = [
    ...addresses.map((text) => `${addressStart}${escapePattern(text)}${addressEnd}`),
    ...encoded.map(escapePattern),
    ...words.map((text) => `(?<![a-z0-9])${escapePattern(text)}(?![a-z0-9])`),
  ];
  return { likes: needles.map((text) => `%${escapeLike(text)}%`), pattern: alternatives.join('|') };
}

/**
 * Excludes longer addresses: `mary.jane@example.com` is not `jane@example.com`. Any other character before the address
 * is a separator, as in `signup_jane@example.com`, and so is an escaped one, as in `%20jane@example.com`.
 */
const addressStart = '(?:(?<![a-z0-9.])|(?<=%(?:25)?[0-9a-f]{2})|(?<=\\\\[nrtbf]))';
/** Excludes longer domains: `jane@example.com.au` and `jane@example.com-shop.de` are other addresses. */
const addressEnd = '(?![a-z0-9])(?!\\.[a-z0-9])(?!-[a-z0-9-]*\\.[a-z])';

function encodingsOf(address: string): string[] {
  const whole = encodeURIComponent(address).toLowerCase();
  return [
    address,
    whole,
    address.replace('@', '%40'),
    whole.replaceAll('%', '%25'),
    address.replace('@', '\\u0040'),
    address.replace('@', '\\\\u0040'),
  ];
}

/**
 * Returns the base64 characters that encode only the address, for each of its three possible offsets in a longer text.
 */
function base64Of(address: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(address)]).toString('base64');
    const end = Math.floor(((before + Buffer.byteLength(address)) * 8) / 6);
    const own = text.slice(Math.ceil((before * 8) / 6), end).toLowerCase();
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const escapePattern = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
