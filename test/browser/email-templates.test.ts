import type { Browser } from 'playwright-core';
import { catalogTemplates } from '../../domain/email/catalog/catalog';
import { renderTransactional } from '../../domain/email/render-transactional';
import { launchBrowser } from '../support/browser';
import { brandingOf } from '../../domain/senders/branding';

// The logo cannot load, as in email clients that block images, so its alt text is shown.
const acme = { ...brandingOf({ name: 'Acme', sender: null }), logoUrl: 'https://acme.invalid/logo.png' };

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser.close());

const messages = catalogTemplates.map(({ name, content, variables }) => {
  const examples = Object.fromEntries(variables.map((variable) => [variable.name, variable.example]));
  // Includes a word wider than any line, such as a long address.
  const long = { ...examples, name: 'x'.repeat(80), code: '9'.repeat(60) };
  return { name, html: renderTransactional(content, { ...long }, acme).html };
});

test.each([
  ['light', 600],
  ['light', 360],
  ['dark', 600],
  ['dark', 360],
] as const)('catalog emails fit the width and use the colors of the scheme: %s, %i px', async (colorScheme, width) => {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 640 } });
  const page = await context.newPage();
  for (const { name, html } of messages) {
    await page.setContent(html);
    const seen = await page.evaluate(`({
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      page: getComputedStyle(document.body).backgroundColor,
      card: getComputedStyle(document.querySelector('.apex-card')).backgroundColor,
      words: getComputedStyle(document.querySelector('.apex-text > div')).color,
      logo: getComputedStyle(document.querySelector('img[alt*="Acme"]')).color,
    })`);
    const colours =
      colorScheme === 'dark'
        ? { page: 'rgb(11, 17, 32)', card: 'rgb(30, 41, 59)', words: 'rgb(226, 232, 240)', logo: 'rgb(248, 250, 252)' }
        : { page: 'rgb(241, 245, 249)', card: 'rgb(255, 255, 255)', words: 'rgb(31, 41, 55)', logo: 'rgb(31, 41, 55)' };
    expect({ name, ...(seen as object) }).toEqual({ name, overflow: 0, ...colours });
  }
  await context.close();
});
