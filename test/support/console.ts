import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { buildConsole } from '../../dev/console';
import { launchBrowser } from './browser';
import { waitFor } from './wait-for';
import { useWorld, type World } from './world';

/** What every test of a file uses: the service with the built console, and a browser. */
export interface ConsoleTests {
  readonly world: World;
  /** Opens a console page in a new browser profile, signed out. */
  open(path?: string, options?: Options): Promise<ConsolePage>;
  /** Opens a page signed in, as the owner by default, with no open request and no problem so far. */
  openSignedIn(path: string, account?: Account): Promise<ConsolePage>;
}

/**
 * Starts the service before the tests of the calling file, and stops it after them.
 * @param worker settings of its worker; null for a service without Temporal
 * @param environment settings of the API
 */
export function aroundConsoleTests(
  worker: Record<string, string> | null = {},
  environment: () => Promise<Record<string, string>> = () => Promise.resolve({}),
): ConsoleTests {
  let browser: Browser;
  beforeAll(() => buildConsole({ report: () => undefined }));
  afterAll(() => browser.close());
  const world = useWorld({ temporal: worker !== null, environment });
  beforeAll(async () => {
    if (worker !== null) await world.startWorker(worker);
    browser = await launchBrowser();
  });
  return {
    world,
    open: (path, options) => openConsole(browser, world, path, options),
    async openSignedIn(path, account = world.demo.owner) {
      const opened = await openConsole(browser, world, path);
      await signInTo(opened.page, account);
      await settled(opened.page);
      // The browser itself reports the refused session request before the sign-in.
      opened.problems.length = 0;
      return opened;
    },
  };
}

/** A user who signs in: the owner of the demo workspace, or a member. */
interface Account {
  email: string;
  password: string;
}

export interface ConsolePage {
  page: Page;
  context: BrowserContext;
  /** Errors of the page and its policy, and requests to other machines. */
  problems: string[];
}

interface Options {
  colorScheme?: 'light' | 'dark';
  width?: number;
}

async function openConsole(
  browser: Browser,
  world: World,
  path = '',
  { colorScheme = 'light', width = 1_440 }: Options = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    const [type, text, { url }] = [message.type(), message.text(), message.location()];
    // After a stall of some seconds, a process reports its database as unavailable.
    if (url.endsWith('/readyz') && text.includes('status of 503')) return;
    if (type === 'error' || type === 'warning') problems.push(text);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== world.apiUrl) problems.push(`requested ${request.url()}`);
  });
  await page.goto(`${world.apiUrl}/console${path}`);
  return { page, context, problems };
}

/** Opens a page with `g` and its key. Retries if the browser took longer between the two than a person would. */
export async function goByKeys(page: Page, key: string, title: string): Promise<void> {
  await waitFor(
    async () => {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.getByRole('heading', h1(title)).waitFor({ timeout: 5_000 });
      return true;
    },
    { what: title },
  );
}

/** Fills in the sign-in form, wherever it is shown, and waits for the result. */
export async function signInTo(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  const response = page.waitForResponse((one) => one.url().endsWith('/api/session'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The page may open with a dialog, which hides the rest from assistive technology.
  if ((await response).ok()) await page.getByRole('button', { name: email, includeHidden: true }).waitFor();
}

/** Returns the problems of a page except error responses, which the browser reports and a form shows. */
export const unexpected = (problems: readonly string[]): string[] =>
  problems.filter((text) => !/status of (400|401|409)/.test(text));

export const h1 = (name: string | RegExp) => ({ level: 1, name }) as const;
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** Waits until the journey's draft is saved. */
export const saved = (page: Page): Promise<void> => page.locator('.save-note', { hasText: /^Saved$/ }).waitFor();

/** Returns a step on the journey's canvas. */
export const node = (page: Page, id: string): Locator => page.locator(`.react-flow__node[data-id="${id}"]`);

/** Waits until the page has no open request. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await waitFor(async () => (await page.locator('.loading, [aria-busy=true]').count()) === 0);
}

/** Clicks an element even under a dialog, because the page may detect the end of a session before the test does. */
export const clickBeneath = (page: Page, selector: string): Promise<void> =>
  page.locator(selector).first().dispatchEvent('click');

/** Returns the targets of a page's links that match a selector. */
export const hrefsOf = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((link) => link.getAttribute('href') ?? '')`,
  );

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

const run = `axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  iframes: false,
}).then(({ violations }) => violations)`;

/**
 * Returns the violations of WCAG 2.2 AA and of axe’s best practices, one line per element. Skips frames, because the
 * preview of a message has scripts disabled.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Bypasses the page's policy, which would block the script.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axe });
  await session.detach();
  const violations = await page.evaluate<Violation[]>(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
