/** Returns the delimiter of a CSV file: the one that the header has most of. @param start of the file */
export function delimiterOf(start: string): string {
  const [header = ''] = start.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).delimiter;
}
