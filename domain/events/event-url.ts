/** The most characters of a page's URL. */
export const longestUrl = 2_048;

/** Schemes of code and inline content, which are not addresses of pages. */
const notPages = new Set(['javascript:', 'data:', 'blob:', 'vbscript:']);

/** Returns what is wrong with the URL of an event; null if it is an absolute URL of a page. */
export function urlProblem(url: string): string | null {
  // Counts code points, as other limits do.
  if (url.length > longestUrl && Array.from(url).length > longestUrl)
    return `must be at most ${longestUrl.toLocaleString('en')} characters`;
  try {
    const { protocol } = new URL(url);
    return notPages.has(protocol) ? `must not have the scheme ${protocol}` : null;
  } catch {
    return 'must be an absolute URL, such as https://shop.example.com/pricing';
  }
}
