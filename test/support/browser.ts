import { chromium, type Browser, type Page } from 'playwright-core';
import { waitFor } from './wait-for';

/** As a person's browser names itself. Headless Chromium says that it is headless, and its visits would count as a bot's. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Debian's Chromium; CHROMIUM_PATH names another one. @param options.backCache as for people; Playwright turns it off */
export function launchBrowser({ backCache = false } = {}): Promise<Browser> {
  return chromium.launch({
    ...(backCache ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      // For the whole browser: what a page sends as it is left does not go by the page's own settings.
      `--user-agent=${userAgent}`,
    ],
  });
}

/**
 * Waits until an expression is true in a page. It is asked from here: where a page's policy forbids eval, what Playwright leaves there to
 * ask again fails unless it is true at once.
 */
export const untilInPage = (page: Page, expression: string, timeoutMs?: number): Promise<unknown> =>
  waitFor(async () => (await page.evaluate(expression)) === true, {
    what: expression,
    intervalMs: 10,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
