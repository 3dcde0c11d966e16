import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import {
  accessibilityProblems,
  aroundConsoleTests,
  button,
  h1,
  hrefsOf,
  settled,
  signInTo,
  unexpected,
} from '../support/console';
import { addMember } from '../support/members';

/** A flow of another provider, from its file to drafts. */

const service = aroundConsoleTests(null);

const fixture = (name: string): string =>
  readFileSync(`${__dirname}/../domain/journeys/import/fixtures/${name}.json`, 'utf8');

/** Drops a file as from the desktop. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'application/json' }));
    return transfer;
  })()`);
  await page.dispatchEvent('.drop-area', 'drop', { dataTransfer: transfer });
}

const choose = (page: Page, name: string, text: string): Promise<void> =>
  page
    .getByLabel('Drop or choose an export')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

const journeyNames = async (): Promise<string[]> =>
  (await service.world.api.get('/api/journeys')).body.map(({ name }: { name: string }) => name);

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityProblems(page)).toEqual([]);
  }
}

test('a member drops a Klaviyo flow, sees what cannot be mapped, imports it, and a repeat changes nothing', async () => {
  const { page, context, problems } = await service.open('/journeys');
  await signInTo(page, await addMember(service.world, 'member'));
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', h1('Import journeys')).waitFor();
  await drop(page, 'flow.json', fixture('klaviyo-flow'));
  await button(page, 'Import as drafts').waitFor();
  expect(await page.getByLabel('Provider of flow.json').inputValue()).toBe('klaviyo');
  const made = page.getByRole('region', { name: 'Preview' });
  expect(await made.getByRole('row', { name: /^Journey Welcome series \d+ steps: / }).count()).toBe(1);
  const headings = await page.locator('main h2').allInnerTexts();
  expect(headings).toEqual(['Preview', 'Complete before publishing', 'Omitted or approximated', 'No action needed']);
  const translated = await service.world.api.post('/api/journeys/translate', {
    provider: 'klaviyo',
    export: JSON.parse(fixture('klaviyo-flow')) as unknown,
  });
  for (const { path, reason } of translated.body.unmapped as { path: string; reason: string }[]) {
    const row = page.locator('tr', { hasText: path }).filter({ hasText: reason });
    expect(await row.count()).toBeGreaterThan(0);
  }
  expect(await journeyNames()).not.toContain('Welcome series');
  await expectAccessible(page);

  await button(page, 'Import as drafts').click();
  await page
    .getByRole('status')
    .getByText(/^Created: 1 journey, /)
    .waitFor();
  await expectAccessible(page);
  const links = await hrefsOf(page, 'main table td a');
  expect(links.length).toBeGreaterThan(3);
  await page
    .getByRole('region', { name: 'Imported items' })
    .getByRole('link', { name: 'Welcome series', exact: true })
    .click();
  await page.getByRole('heading', h1('Welcome series')).waitFor();

  await page.goto(`${service.world.apiUrl}/console/journeys/import`);
  await choose(page, 'flow.json', fixture('klaviyo-flow'));
  await button(page, 'Import as drafts').click();
  await page
    .getByRole('status')
    .getByText(/^Unchanged: 1 journey, .*Nothing changed since the last import\.$/)
    .waitFor();
  expect((await journeyNames()).filter((name) => name === 'Welcome series')).toHaveLength(1);
  expect(await hrefsOf(page, 'main table td a')).toEqual(links);
  for (const link of links) {
    await page.goto(service.world.apiUrl + link);
    await settled(page);
    expect(await page.locator('main h1').innerText()).not.toMatch(/^(Page not found|Not found)$/);
  }
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a Mailchimp automation is imported by palette and paste; a changed one updates its draft', async () => {
  const { page, context, problems } = await service.openSignedIn('/');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page, action or person' }).fill('import');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', h1('Import journeys')).waitFor();
  await page.getByText('Paste instead').click();
  await page.getByLabel('Export', { exact: true }).fill(fixture('mailchimp-automation'));
  await button(page, 'Read export').click();
  await button(page, 'Import as drafts').click();
  await page
    .getByRole('status')
    .getByText(/^Created: 1 journey, /)
    .waitFor();
  const changed = fixture('mailchimp-automation').replace('"title": "Welcome series"', '"title": "Welcome again"');
  await drop(page, 'automation.json', changed);
  await page.getByRole('region', { name: 'Preview' }).getByText('Welcome again').waitFor();
  expect(await page.getByLabel('Provider of automation.json').inputValue()).toBe('mailchimp');
  await expectAccessible(page);
  await button(page, 'Import as drafts').click();
  await page
    .getByRole('status')
    .getByText(/^Updated: 1 journey.*Unchanged: /)
    .waitFor();
  expect(await journeyNames()).toContain('Welcome again');
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('an Apex bundle is imported unchanged, and API errors are shown at their places', async () => {
  const { page, context, problems } = await service.openSignedIn('/journeys/import');
  const bundle = (kind: string) => ({
    source: 'handmade',
    triggerContracts: [{ externalId: 'signup', eventName: 'signed_up' }],
    journeys: [{ externalId: 'hand', name: 'By hand', triggerContractId: 'signup', steps: [{ id: 'end', kind }] }],
  });
  await drop(page, 'bundle.json', JSON.stringify(bundle('leave')));
  await button(page, 'Import as drafts').click();
  await page.getByRole('alert').getByText('bundle.journeys.0.steps.0').first().waitFor();
  await drop(page, 'bundle.json', JSON.stringify(bundle('exit')));
  await page.getByRole('region', { name: 'Preview' }).getByText('By hand').waitFor();
  expect(await page.getByLabel(/^Provider of/).count()).toBe(0);
  await expectAccessible(page);
  await button(page, 'Import as drafts').click();
  await page
    .getByRole('status')
    .getByText(/^Created: 1 journey, 1 trigger/)
    .waitFor();
  expect(await journeyNames()).toContain('By hand');
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a wrong file shows what to do', async () => {
  const { page, context, problems } = await service.openSignedIn('/journeys/import');
  const alert = page.getByRole('alert');
  await choose(page, 'people.csv', 'name,email');
  await alert.getByText(/^people\.csv: The file is not JSON\. Save the/).waitFor();
  await choose(page, 'large.json', JSON.stringify({ steps: [{ name: 'x'.repeat(1_000_000) }] }));
  await alert.getByText(/^large\.json: The export is 1\.0 MB; .*Export a single flow/).waitFor();
  await choose(page, 'other.json', '{ "flow": true }');
  await alert.getByText(/was not recognized as an export\. Choose its provider above/).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Provider of other.json').selectOption({ label: 'Braze' });
  await alert.getByText('The export is not a response of /canvas/details').waitFor();
  await alert.getByText('Required for Braze: The response of GET /canvas/details.').waitFor();
  await choose(page, 'canvas.json', fixture('braze-canvas'));
  await button(page, 'Import as drafts').waitFor();
  await page.getByLabel('Provider of canvas.json').selectOption({ label: 'Klaviyo' });
  await alert.getByText(/^The export is not a Klaviyo flow/).waitFor();
  expect(await button(page, 'Import as drafts').count()).toBe(0);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});
