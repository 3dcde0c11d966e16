import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../../dev/console';
import { formatInvitationToken } from '../../domain/accounts/invitation-token';
import { launchBrowser } from '../support/browser';
import { accessibilityProblems, h1, unexpected } from '../support/console';
import { readSink } from '../support/mail-sink';
import { addMember, setting } from '../support/members';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

let browser: Browser;

beforeAll(() => buildConsole({ report: () => undefined }));

afterAll(() => browser.close());

const world = useWorld();

beforeAll(async () => {
  await world.startWorker();
  browser = await launchBrowser();
});

/** Opens a page that fails on its own errors and on requests to other machines. */
async function openPage(path: string, width = 1_280): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
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

/** Reads the link that was sent to an address. */
async function linkFor(email: string, pattern: RegExp): Promise<string> {
  return waitFor(async () => {
    const messages = await readSink(world.sesEndpoint, email);
    return messages.flatMap(({ body }) => pattern.exec(body.text ?? '')?.[0] ?? [])[0];
  });
}

/** Fails if the page is not accessible in either theme, or is wider than the screen. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityProblems(page)).toEqual([]);
  }
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0);
}

test('an invited person joins on the page linked in the email, without a mouse', async () => {
  const email = 'browser@example.com';
  await world.api.patch('/api/workspace', {
    sender: { name: 'Acme', email: 'hello@acme.example', postalAddress: '1 Main Street', accentColor: '#ffe08a' },
  });
  await world.api.post('/api/members', { email, role: 'member' });
  const link = await linkFor(email, /\/invitations\/[^\s"]+/);
  const { page, problems } = await openPage(link, 390);
  const referrers: string[] = [];
  page.on('request', async (request) => referrers.push((await request.allHeaders())['referer'] ?? ''));
  await page.getByText('Acme').first().waitFor();
  await expectAccessible(page);
  await page.getByLabel('Your name').focus();
  await page.keyboard.type('Bea Browser');
  await page.keyboard.press('Tab');
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  expect(await page.getByLabel('Password').evaluate((field) => field.matches(':invalid'))).toBe(true);
  await page.keyboard.type(', and now a password for the browser');
  await page.keyboard.press('Enter');
  await page.getByText('Welcome. You are signed in as browser@example.com.').waitFor();
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  expect(await page.getByRole('link', { name: 'Open the console' }).getAttribute('href')).toBe('/console');
  await expectAccessible(page);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: 'svc_session', httpOnly: true, sameSite: 'Lax' });
  const session = await page.evaluate(async () => (await fetch('/api/session')).json());
  expect(session).toMatchObject({ role: 'member', user: { email, name: 'Bea Browser' } });
  expect(referrers.filter((referrer) => referrer !== '')).toEqual([]);
  // A link works once.
  problems.length = 0;
  await page.reload();
  await page.getByRole('heading', h1('This invitation was already used')).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: email }).waitFor();
  expect(problems.filter((text) => !text.includes('status of 404'))).toEqual([]);
});

test('a member who already has a password proves it, and errors appear at the field', async () => {
  const { id, email, password } = await addMember(world, 'member');
  await world.api.delete(`/api/members/${id}`);
  const { body: invitation } = await world.api.post('/api/members', { email, role: 'member' });
  const { workspaceId } = world.demo;
  const token = formatInvitationToken(setting(world, 'LINK_SECRET'), { workspaceId, invitationId: invitation.id });
  const { page, problems } = await openPage(`/invitations/${token}`);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('alert').filter({ hasText: 'You already have an account' }).waitFor();
  expect(await page.getByLabel('Password').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText(`You are signed in as ${email}.`).waitFor();
  expect(unexpected(problems)).toEqual([]);
});

test('a forgotten password is reset on the page linked in the email', async () => {
  const { email } = await addMember(world, 'member');
  const { page, problems } = await openPage('/console', 390);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', h1('Reset your password')).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', h1('Check your email')).waitFor();
  const link = await linkFor(email, /\/password-reset\/[^\s"]+/);
  await page.goto(world.apiUrl + link);
  await page.getByLabel('New password').fill('a new password for the browser');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', h1('Password changed')).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('a new password for the browser');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: email }).waitFor();
  expect(problems).toEqual([]);
  await page.goto(world.apiUrl + link);
  await page.getByRole('heading', h1('This link no longer works')).waitFor();
  await page.getByRole('button', { name: 'Send link' }).waitFor();
  await expectAccessible(page);
});
