/**
 * Returns the local date of an instant in ISO 8601, which names a digest. Workflows use this function, and each
 * workflow has its own copy of its code: a date library would need more memory than everything else.
 * @param timezone IANA name
 * @throws RangeError if the timezone does not exist
 */
export function digestDate(at: Date, timezone: string): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}
