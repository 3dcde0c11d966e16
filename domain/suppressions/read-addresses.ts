/** Maximum number of addresses in one import. */
export const maxImportedAddresses = 10_000;

/**
 * Returns the addresses in a pasted list or a CSV file, one for each line. With a header that names a column `email` or
 * `address`, that column is read; otherwise, the first cell of each line with an "@", or the line itself. Lines may also
 * have several addresses without quotes, separated by commas, semicolons or spaces.
 */
export function readAddresses(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const rows = lines.map(cellsOf).filter((cells) => cells.some((cell) => cell !== ''));
  const column = rows[0]?.findIndex((cell) => /^e-?mail|^address$/i.test(cell) && !cell.includes('@')) ?? -1;
  if (column >= 0) return rows.slice(1).map((cells) => cells[column] ?? '');
  return rows.flatMap((cells) => {
    const addresses = cells.filter((cell) => cell.includes('@'));
    return addresses.length > 0 ? addresses : [cells.join(' ').trim()];
  });
}

/** Splits a line into its cells. A doubled quote in a quoted cell is a quote. */
function cellsOf(line: string): string[] {
  const cells = line.match(/"(?:[^"]|"")*"|[^",;\t ]+/g) ?? [];
  return cells.map((cell) =>
    (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
      // Exports put an apostrophe before texts that a spreadsheet would run.
      .replace(/^'(?=[=+\-@])/, '')
      .trim(),
  );
}
