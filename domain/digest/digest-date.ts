/**
 * The local date of an instant, ISO 8601: what a digest is named by. Workflows ask for it, and each of them has its own copy of what they
 * are built from: a library for dates would take more memory than all the rest.
 * @param timezone IANA name
 * @throws RangeError for a timezone that there is not
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
