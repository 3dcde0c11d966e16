/** Ranks entries by a search text: prefix of the title, prefix of a word, substring, then letters in order. */
export function matchEntries<Entry extends { title: string }>(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...entries];
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry.title.toLowerCase(), wanted) }))
    .filter(({ rank }) => rank < unmatched)
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

const unmatched = 4;

function rankOf(title: string, wanted: string): number {
  if (title.startsWith(wanted)) return 0;
  if (title.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
  if (title.includes(wanted)) return 2;
  return holdsInOrder(title, wanted) ? 3 : unmatched;
}

function holdsInOrder(title: string, wanted: string): boolean {
  let from = 0;
  for (const letter of wanted) {
    const at = title.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}
