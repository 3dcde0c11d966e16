/** Below this product of lengths the engine's own search is done in no time, whatever the texts are. */
const quick = 100_000;

/**
 * Whether a text holds another, in a time of the sum of their lengths. The engine's own search takes their product in the worst
 * case. After Knuth, Morris and Pratt, "Fast Pattern Matching in Strings" (1977).
 */
export function includesText(text: string, sought: string): boolean {
  if (text.length * sought.length <= quick) return text.includes(sought);
  const borders = bordersOf(sought);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    matched = longer(sought, borders, matched, text.charCodeAt(at));
    if (matched === sought.length) return true;
  }
  return false;
}

/** By length of each beginning: the length of its longest proper beginning that is also its end. */
function bordersOf(sought: string): Uint32Array {
  const borders = new Uint32Array(sought.length + 1);
  let border = 0;
  for (let at = 1; at < sought.length; at += 1) {
    border = longer(sought, borders, border, sought.charCodeAt(at));
    borders[at + 1] = border;
  }
  return borders;
}

/** How much of the text is matched after one more character. */
function longer(sought: string, borders: ArrayLike<number>, matched: number, code: number): number {
  let length = matched;
  while (length > 0 && sought.charCodeAt(length) !== code) length = borders[length] ?? 0;
  return sought.charCodeAt(length) === code ? length + 1 : length;
}
