/** Adds https:// to an address that people type without it, and http:// to one of their own computer. */
export function completeUrl(text: string): string {
  const trimmed = text.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return trimmed;
  return `${/^(localhost|127\.)/i.test(trimmed) ? 'http' : 'https'}://${trimmed}`;
}
