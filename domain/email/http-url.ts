import { isParsableUrl } from '../parsable-url';

/**
 * Returns an absolute http(s) URL as a link needs it, or null for anything else. Validity is that of the URL Standard,
 * so apostrophes, parentheses, spaces and Unicode are allowed. Only characters that would end the URL in plain text are
 * encoded.
 */
export function httpUrlOf(text: string): string | null {
  const url = text.trim().replace(/[\t\n\r]/g, '');
  if (!/^https?:\/\/[^/?#\\"'<>\s]+(?:[/?#\\]|$)/i.test(url) || !isParsableUrl(url)) return null;
  return url.replace(/[\s"<>]/g, encodeURIComponent);
}
