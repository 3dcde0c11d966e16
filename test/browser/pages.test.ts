import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { readSink } from '../support/mail-sink';
import { waitFor } from '../support/wait-for';
import { createWorld, type World } from '../support/world';

let world: World;
let browser: Browser;

beforeAll(async () => {
  world = await createWorld();
  await world.startWorker();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  await world.stop();
});

/** Opens a page that fails on its own errors and on requests to other machines. */
async function openPage(path: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol !== 'data:' && hostname !== '127.0.0.1') problems.push(`asked ${request.url()}`);
  });
  await page.goto(world.apiUrl + path);
  return { page, problems };
}

test('the API reference renders every operation without internet access', async () => {
  const { page, problems } = await openPage('/docs');
  await page.waitForSelector('.opblock');
  const { body } = await world.api.get('/api/openapi.json');
  const operations = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const seen = new Set<string>();
  // Only the visible part of a long list is rendered.
  await waitFor(
    async () => {
      for (const block of await page.locator('.opblock-summary').allInnerTexts()) {
        // Zero-width spaces allow line breaks in paths.
        const [method, path] = block.replaceAll('\u200b', '').split(/\s+/);
        seen.add(`${method} ${path}`);
      }
      await page.mouse.wheel(0, 500);
      return seen.size >= operations.length;
    },
    { what: `a page with ${operations.length} operations` },
  );
  expect([...seen].sort()).toEqual(operations.sort());
  expect(await page.title()).toBe('Apex API');
  expect(problems).toEqual([]);
});

test('the API reference follows the system’s dark mode', async () => {
  const { page } = await openPage('/docs');
  await page.waitForSelector('.opblock');
  const background = () =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('.swagger-ui')).backgroundColor`);
  const light = await background();
  const follows = async (colorScheme: 'light' | 'dark', wanted: string): Promise<void> => {
    await page.emulateMedia({ colorScheme });
    await waitFor(async () => (await background()) === wanted, { what: `a ${colorScheme} page` });
  };
  await follows('dark', 'rgb(28, 32, 34)');
  await follows('light', light);
});

test('an invited person joins on the page linked in the email', async () => {
  const email = 'browser@example.com';
  await world.api.post('/api/members', { email, role: 'member' });
  const message = await waitFor(async () => (await readSink(world.sesEndpoint, email))[0]);
  const link = /\/invitations\/[^\s"]+/.exec(message.body.text ?? '')?.[0] ?? '';
  const { page, problems } = await openPage(link);
  await page.getByLabel('Your name').fill('Bea Browser');
  await page.getByLabel(/^Password/).fill('a password for the browser');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText('Welcome. You are signed in as browser@example.com.').waitFor();
  expect(await page.getByRole('link', { name: 'Open the console' }).getAttribute('href')).toBe('/console');
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: 'svc_session', httpOnly: true, sameSite: 'Lax' });
  const session = await page.evaluate(async () => (await fetch('/api/session')).json());
  expect(session).toMatchObject({ role: 'member', user: { email, name: 'Bea Browser' } });
  const signedOut = await page.evaluate(async () => (await fetch('/api/session', { method: 'DELETE' })).status);
  expect(signedOut).toBe(200);
  expect(problems).toEqual([]);
});
