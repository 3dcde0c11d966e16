import { page } from './native';

/** How long cookies are kept. */
export const yearSeconds = 31_536_000;

/** Returns a cookie's value; null if there is none, or if the page may not read cookies. */
export function readCookie(name: string): string | null {
  try {
    return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(page.cookie)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** @param seconds lifetime; 0 removes the cookie @param domain empty for this host only */
export function writeCookie(name: string, value: string, seconds: number, domain: string): void {
  try {
    const secure = location.protocol === 'https:' ? ';Secure' : '';
    const scope = domain === '' ? '' : `;Domain=${domain}`;
    page.cookie = `${name}=${value};Path=/;Max-Age=${seconds};SameSite=Lax${secure}${scope}`;
  } catch {
    // Sandboxed pages have no cookies, so other storage or this page's memory is used.
  }
}

/**
 * Returns the widest domain for which this page may set cookies, so that `www.` and `app.` share a visitor. Found by
 * trying, because only browsers know the public suffixes. Empty for IP addresses and single names.
 */
export function widestCookieDomain(): string {
  const labels = location.hostname.split('.');
  if (/^[\d.]+$|:/.test(location.hostname)) return '';
  for (let count = 2; count <= labels.length; count += 1) {
    const domain = labels.slice(-count).join('.');
    writeCookie('apex_try', '1', 9, domain);
    if (readCookie('apex_try') === null) continue;
    writeCookie('apex_try', '', 0, domain);
    return domain;
  }
  return '';
}
