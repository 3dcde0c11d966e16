import { findFreePort } from '../../dev/free-port';
import { launchBrowser } from '../support/browser';
import { accessibilityProblems, aroundConsoleTests, button, settled } from '../support/console';
import { createCommunication, publishJourney } from '../support/journeys';
import { openPage, pageAddress, startSnippetSite, type SnippetSite } from '../support/snippet-site';

/** From an empty workspace to the first own event, in the browser alone. */

const service = aroundConsoleTests(null, async () => {
  const port = String(await findFreePort(0));
  // The code that the console shows has the address of this service.
  return { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, WEBHOOK_ALLOW_HOSTS: '127.0.0.1' };
});
let site: SnippetSite;

beforeAll(async () => {
  site = await startSnippetSite({ key: service.world.demo.workspaceKey, api: service.world.apiUrl });
});

afterAll(() => site.close());

test('each step of Getting started turns green by itself', async () => {
  const { page, context, problems } = await service.openSignedIn('/start');
  const step = (title: string, state: 'open' | 'done') =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `${title} (${state})` }) });
  await page.getByText('0 of 5 steps done').waitFor();
  await step('Install the snippet', 'open').getByText('Waiting for your first event…').waitFor();
  await page.getByRole('link', { name: 'Getting started' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  // Copy the code into a page of the customer's site, and visit it with another browser.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy').click();
  await page.getByText('Copied').waitFor();
  const head = await page.evaluate<string>('navigator.clipboard.readText()');
  const browser = await launchBrowser();
  const address = pageAddress(site, '/pricing', { tags: 'none', head, title: 'Pricing' });
  const visit = await openPage(await browser.newContext(), address);
  await step('Install the snippet', 'done').getByText('(Pricing)').waitFor();
  await visit.evaluate("apex.track('signed_up', { plan: 'pro' })");
  const conversion = step('Name a conversion', 'open');
  await conversion.getByLabel('Event').waitFor();
  expect(await conversion.getByLabel('Event').inputValue()).toBe('signed_up');
  expect(await conversion.getByLabel('Name').inputValue()).toBe('Signed up');
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Create conversion').click();
  await step('Name a conversion', 'done').getByRole('link', { name: 'Signed up' }).waitFor();
  await page.getByText('2 of 5 steps done').waitFor();

  // Another member creates an experiment and publishes a journey.
  const variants = [{ name: 'Control' }, { name: 'Short' }];
  await service.world.api.post('/api/experiments', { name: 'Short form', targetUrl: '/join', variants });
  await step('Create an experiment', 'done').getByRole('link', { name: 'Short form' }).waitFor();
  const communicationId = await createCommunication(service.world, 'Welcome');
  await publishJourney(service.world, [
    { id: 'greet', kind: 'send', communicationId, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  await step('Publish a journey', 'done').getByRole('link', { name: 'Test journey' }).waitFor();
  await button(page, 'Send test email').click();
  await page.getByText('All steps are done.').waitFor();
  await page.getByRole('link', { name: 'Getting started' }).waitFor({ state: 'detached' });
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
  await browser.close();
  await context.close();
});

test('the install page has code for each kind of site, and checks a page', async () => {
  const { page, context, problems } = await service.openSignedIn('/install');
  for (const [tab, code] of [
    ['React', 'window.apex.track'],
    ['Next.js', 'export default function RootLayout'],
    ['Google Tag Manager', service.world.demo.workspaceKey],
    ['Server', `fetch('${service.world.apiUrl}/api/v1/events'`],
    ['HTML', `${service.world.apiUrl}/api/apex-js?key=${service.world.demo.workspaceKey}`],
  ] as const) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await page.locator('pre').filter({ hasText: code }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  }
  const check = async (address: string, conclusion: string): Promise<string[]> => {
    await page.getByLabel('Page', { exact: true }).fill(address);
    await button(page, 'Check page').click();
    await page.locator('.check-conclusion', { hasText: conclusion }).filter({ hasText: address }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    return page
      .locator('.findings li')
      .evaluateAll((rows: { dataset: Record<string, string> }[]) => rows.map(({ dataset }) => dataset['value'] ?? ''));
  };
  expect(await check(pageAddress(site, '/'), 'The snippet is installed.')).toEqual(['snippet_found']);
  const csp = "script-src NONCE; connect-src 'self'";
  expect(await check(pageAddress(site, '/', { csp }), 'does not work')).toEqual([
    'snippet_found',
    'connection_blocked',
  ]);
  await page.getByLabel('Page', { exact: true }).fill('http://not a host/');
  await button(page, 'Check page').click();
  await page.getByRole('alert').waitFor();
  await settled(page);
  expect(problems.filter((text) => !text.includes('status of 400'))).toEqual([]);
  await context.close();
});
