/** Below this product of lengths, the engine's own search is fast for any texts. */
const quick = 100_000;

/**
 * Checks whether a text contains another, in linear time. The engine's own search takes the product of their lengths in
 * the worst case.
 * Source: Knuth, Morris and Pratt, "Fast Pattern Matching in Strings" (1977).
 */
export function includesText(text: string, needle: string): boolean {
  if (text.length * needle.length <= quick) return text.includes(needle);
  const borders = bordersOf(needle);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    matched = longer(needle, borders, matched, text.charCodeAt(at));
    if (matched === needle.length) return true;
  }
  return false;
}

/** Computes, for each prefix length, the length of the longest proper prefix that is also a suffix. */
function bordersOf(needle: string): Uint32Array {
  const borders = new Uint32Array(needle.length + 1);
  let border = 0;
  for (let at = 1; at < needle.length; at += 1) {
    border = longer(needle, borders, border, needle.charCodeAt(at));
    borders[at + 1] = border;
  }
  return borders;
}

/** Returns the length of the match after one more character. */
function longer(needle: string, borders: ArrayLike<number>, matched: number, code: number): number {
  let length = matched;
  while (length > 0 && needle.charCodeAt(length) !== code) length = borders[length] ?? 0;
  return needle.charCodeAt(length) === code ? length + 1 : length;
}
