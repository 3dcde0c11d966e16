/**
 * Writes a line of CSV (RFC 4180). A text that a spreadsheet would run as a formula starts with an apostrophe. Objects are
 * written as JSON, and missing values as nothing.
 */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  const text = written.replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
