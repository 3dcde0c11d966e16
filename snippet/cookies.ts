import { page } from './native';

/** How long cookies are kept. */
export const yearSeconds = 31_536_000;

/** A cookie's value; null when there is none, or when the page may not read cookies. */
export function readCookie(name: string): string | null {
  try {
    return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(page.cookie)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** @param seconds how long it is kept; 0 removes it @param domain empty for this host alone */
export function writeCookie(name: string, value: string, seconds: number, domain: string): void {
  try {
    const secure = location.protocol === 'https:' ? ';Secure' : '';
    const scope = domain === '' ? '' : `;Domain=${domain}`;
    page.cookie = `${name}=${value};Path=/;Max-Age=${seconds};SameSite=Lax${secure}${scope}`;
  } catch {
    // Sandboxed pages have no cookies: what is stored elsewhere, or this page's memory, has to do.
  }
}

/**
 * The widest domain that this page may set cookies for, so that `www.` and `app.` know the same visitor. Found by trying, as
 * browsers alone know the public suffixes. Empty for addresses and single names.
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
