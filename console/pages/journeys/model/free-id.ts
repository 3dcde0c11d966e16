/** Returns an unused id based on the given one: `welcome`, `welcome-2`. */
export function freeId(taken: ReadonlySet<string>, wanted: string): string {
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/-\d+$/, '').slice(0, 90);
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`;
  }
}
