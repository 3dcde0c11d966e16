import { chromium, type Browser } from 'playwright-core';

/** Debian's Chromium; CHROMIUM_PATH names another one. @param options.backCache as for people; Playwright turns it off */
export function launchBrowser({ backCache = false } = {}): Promise<Browser> {
  return chromium.launch({
    ...(backCache ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
}
