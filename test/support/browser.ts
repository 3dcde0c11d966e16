import { chromium, type Browser, type Page } from 'playwright-core';
import { waitFor } from './wait-for';

/**
 * The user agent of a regular browser. Headless Chromium identifies itself, and its visits would count as those of a
 * bot.
 */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/**
 * Launches Debian's Chromium, or the one in CHROMIUM_PATH.
 * @param options.backCache enables the back/forward cache, which Playwright turns off
 */
export function launchBrowser({ backCache = false } = {}): Promise<Browser> {
  return chromium.launch({
    ...(backCache ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      // For the whole browser, because requests of a page that is being left do not use the page's own settings.
      `--user-agent=${userAgent}`,
    ],
  });
}

/**
 * Waits until an expression is true in a page. Polls from the test, because Playwright's poll in the page fails under a
 * policy without eval, unless the expression is true immediately.
 */
export const untilInPage = (page: Page, expression: string, timeoutMs?: number): Promise<unknown> =>
  waitFor(async () => (await page.evaluate(expression)) === true, {
    what: expression,
    intervalMs: 10,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
