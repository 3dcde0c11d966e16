import { spellingsOf } from '../email/address';

/** How texts name a person who is being erased: for finding them, and for replacing them. */
export interface Mentions {
  /** Patterns of LIKE, in lower case: a text that matches none does not name the person. */
  likes: string[];
  /** A regular expression of PostgreSQL, to be used without regard to case: what is replaced. */
  pattern: string;
}

/** Takes the place of a name. */
export const erasedText = 'erased';

/** A shorter id may be a part of anything: it is only removed from the fields that are made for it. */
const minIdLength = 12;

/**
 * How texts may name a person: the address as it is kept, percent-encoded, escaped for JSON and in base64, and ids that are long enough
 * to be recognized in other text.
 * @returns null when there is nothing to look for
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
 * `mary.jane@example.com` is another address than `jane@example.com`. Any other sign before it separates, as in
 * `signup_jane@example.com`; and so does an escaped one, as in `%20jane@example.com`.
 */
const addressStart = '(?:(?<![a-z0-9.])|(?<=%(?:25)?[0-9a-f]{2})|(?<=\\\\[nrtbf]))';
/** `jane@example.com.au` and `jane@example.com-shop.de` are other addresses. */
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

/** The base64 characters that encode only the address, at each of its three possible offsets in a longer text. */
function base64Of(address: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(address)]).toString('base64');
    const end = Math.floor(((before + Buffer.byteLength(address)) * 8) / 6);
    const own = text.slice(Math.ceil((before * 8) / 6), end).toLowerCase();
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const escapePattern = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
