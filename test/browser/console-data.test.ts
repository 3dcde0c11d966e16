import type { Page } from 'playwright-core';
import {
  accessibilityProblems,
  aroundConsoleTests,
  button,
  dialog,
  h1,
  settled,
  signInTo,
  unexpected,
} from '../support/console';
import { uniqueName } from '../support/journeys';
import { addMember } from '../support/members';

/** Beliefs, targets, conversions, connections and imported metrics, created and changed in the console. */

const service = aroundConsoleTests(null);

async function confirmDelete(page: Page, label: string): Promise<void> {
  await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('a belief is created, updated by evidence that can be withdrawn, edited and deleted', async () => {
  const { page, context, problems } = await service.open('/beliefs');
  await signInTo(page, await addMember(service.world, 'member'));
  await button(page, 'New belief').click();
  const statement = uniqueName('Short forms convert better');
  await dialog(page, 'New belief').getByLabel('Belief').fill(statement);
  await dialog(page, 'New belief')
    .getByLabel(/^Initial confidence/)
    .fill('60');
  await dialog(page, 'New belief').getByLabel('Tags').fill('forms, sign-up');
  await button(page, 'Create').click();
  await page.getByRole('heading', h1(statement)).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const read = async () => (await service.world.api.get(`/api/beliefs/${id}`)).body;
  expect(await read()).toMatchObject({ prior: 0.6, tags: ['forms', 'sign-up'], owner: null });

  await button(page, 'Add evidence').click();
  await dialog(page, 'Add evidence')
    .getByLabel(/^Difference/)
    .fill('3');
  await dialog(page, 'Add evidence').getByLabel('Sample size').fill('1200');
  await button(page, 'Add').click();
  await dialog(page, 'Add evidence').waitFor({ state: 'detached' });
  expect((await read()).evidence).toMatchObject([{ type: 'observation', delta: 0.03, sampleSize: 1200 }]);
  await page.getByRole('region', { name: 'Confidence history' }).getByText('Evidence added').waitFor();
  await button(page, 'Withdraw').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('No evidence yet.').waitFor();

  await button(page, 'Edit').click();
  await dialog(page, 'Edit').getByLabel('Owner').fill('Growth');
  await button(page, 'Save').click();
  await dialog(page, 'Edit').waitFor({ state: 'detached' });
  expect(await read()).toMatchObject({ owner: 'Growth', prior: 0.6 });
  await button(page, 'Delete').click();
  await confirmDelete(page, 'Delete');
  await page.getByRole('heading', h1('Beliefs')).waitFor();
  expect((await service.world.api.get(`/api/beliefs/${id}`)).status).toBe(404);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a conversion is created, shows validation errors at its fields, and is measured by a target', async () => {
  const { page, context, problems } = await service.open('/conversions');
  await signInTo(page, service.world.demo.owner);
  await button(page, 'New conversion').click();
  const conversion = dialog(page, 'New conversion');
  await conversion.getByLabel('Name', { exact: true }).fill('Signed up');
  await conversion.getByLabel('Type').selectOption('form_submit');
  await conversion.getByLabel('Element').fill('form:hover');
  await button(page, 'Create').click();
  await conversion.getByText(/is not a supported CSS selector/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await conversion.getByLabel('Element').fill('form#signup');
  await conversion.getByLabel('Primary conversion').check();
  await button(page, 'Create').click();
  await conversion.waitFor({ state: 'detached' });
  await button(page, 'Edit Signed up').click();
  await dialog(page, 'Signed up').getByLabel('Page').fill('/sign-up');
  await button(page, 'Save').click();
  await dialog(page, 'Signed up').waitFor({ state: 'detached' });
  const [stored] = (await service.world.api.get('/api/conversion-goals')).body;
  expect(stored).toMatchObject({ selector: 'form#signup', targetUrl: '/sign-up', isPrimary: true, eventName: null });

  await page.goto(`${service.world.apiUrl}/console/targets?new=1`);
  const target = dialog(page, 'New target');
  await target.getByLabel('Metric').fill('signups');
  await target.getByLabel('Target', { exact: true }).fill('500');
  await target.getByLabel('Deadline').fill('2030-03-31');
  await target.getByLabel('Value source').selectOption({ label: 'Signed up' });
  await button(page, 'Create').click();
  await target.waitFor({ state: 'detached' });
  await button(page, 'Edit signups').click();
  await dialog(page, 'signups').getByLabel('Status').selectOption('at_risk');
  await button(page, 'Save').click();
  await page.getByText('Set manually').waitFor();
  expect((await service.world.api.get('/api/targets')).body).toMatchObject([
    { metric: 'signups', sourceConversionId: stored.id, status: 'at_risk', statusIsAuto: false },
  ]);
  await button(page, 'Delete').click();
  await confirmDelete(page, 'Delete');
  await page.getByText('No targets yet.').waitFor();
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

/** Opens the table behind a chart. @returns the texts of its cells by row */
async function chartTable(page: Page, title: string): Promise<string[][]> {
  await page.getByRole('figure', { name: title, exact: true }).getByText('Show as table').click();
  const rows = page.getByRole('region', { name: title, exact: true }).locator('tbody tr');
  await rows.first().waitFor();
  return Promise.all((await rows.all()).map((row) => row.locator('td').allInnerTexts()));
}

test('the figures on the pages of a belief, a conversion and a target equal those of the API', async () => {
  const { api } = service.world;
  const made = async (path: string, body: object): Promise<string> => String((await api.post(path, body)).body.id);
  const type = uniqueName('ordered').replaceAll(/\W/g, '_');
  const conversion = await made('/api/conversion-goals', { name: uniqueName('Ordered'), eventType: type });
  const target = await made('/api/targets', {
    metric: uniqueName('orders'),
    target: 10,
    unit: 'orders',
    // Few enough days that every row of the table is in the document.
    deadline: new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10),
    sourceConversionId: conversion,
  });
  const person = uniqueName('buyer');
  for (const revenue of [19.5, 5]) {
    const data = { revenue, currency: 'EUR' };
    await api.post('/api/v1/events', {
      type,
      email: `${person}@example.com`,
      url: 'https://shop.example.com/thanks',
      data,
    });
  }
  const belief = await made('/api/beliefs', { statement: uniqueName('Short forms convert'), confidence: 0.6 });
  await api.post(`/api/beliefs/${belief}/update-confidence`, { type: 'observation', delta: 0.03, sampleSize: 1200 });
  const { page, context, problems } = await service.openSignedIn(`/conversions/${conversion}`);

  const figures = (await api.get(`/api/conversion-goals/${conversion}/figures`)).body;
  expect(figures).toMatchObject({ completions: 2, revenue: [{ currency: 'EUR', amount: 24.5 }] });
  const days = await chartTable(page, 'Completions by day');
  expect(days.map(([, completions]) => Number(completions))).toEqual(
    figures.days.map(({ completions }: { completions: number }) => completions),
  );
  const amounts = await chartTable(page, 'Revenue by day in EUR');
  expect(amounts.at(-1)?.[1]).toBe('24.50 EUR');
  const recent = page.getByRole('region', { name: 'Recent completions' });
  expect(await recent.getByRole('link', { name: `${person}@example.com` }).count()).toBe(2);
  await recent.getByText('19.50 EUR').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('region', { name: 'Targets' }).getByRole('link').click();
  const course = (await api.get(`/api/targets/${target}/course`)).body;
  const values = await chartTable(page, 'Progress over time');
  expect(values[0]?.[1]).toBe('2');
  expect(values).toHaveLength(course.days.length);
  await page.getByText('Not enough data yet for a projection.').waitFor();
  expect(
    await page
      .locator('main')
      .getByRole('link', { name: /^Ordered/ })
      .count(),
  ).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.goto(`${service.world.apiUrl}/console/beliefs/${belief}`);
  const points = (await api.get(`/api/beliefs/${belief}/history`)).body;
  const percent = (share: number): string => `${Number((share * 100).toFixed(1))}%`;
  expect((await chartTable(page, 'Confidence over time')).at(-1)?.[1]).toBe(percent(points[1].confidence));
  await page
    .getByRole('region', { name: 'Evidence', exact: true })
    .getByText(`60% → ${percent(points[1].confidence)}`)
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('an account is connected with hidden credentials, and metrics are imported from a file', async () => {
  const { page, context, problems } = await service.open('/connections');
  await signInTo(page, service.world.demo.owner);
  await button(page, 'New connection').click();
  const form = dialog(page, 'New connection');
  await form.getByLabel('Platform').selectOption('google_ads');
  await form.getByLabel('Account', { exact: true }).fill('12');
  for (const name of ['Client ID', 'Client secret', 'Refresh token', 'Developer token']) {
    await form.getByLabel(name).fill('a secret');
  }
  await button(page, 'Connect').click();
  await form.getByText('must have ten digits').waitFor();
  await form.getByText('must be 1 to 4096 visible ASCII characters').first().waitFor();
  await form.getByLabel('Platform').selectOption('meta_ads');
  await form.getByLabel('Account', { exact: true }).fill('act_42');
  await form.getByLabel('Access token').fill('very-secret-token');
  await button(page, 'Connect').click();
  await form.waitFor({ state: 'detached' });
  await button(page, 'Edit Meta Ads').click();
  const edit = dialog(page, 'Meta Ads');
  expect(await edit.getByLabel('Access token').inputValue()).toBe('');
  await edit.getByLabel('Name').fill('Europe');
  await button(page, 'Save').click();
  await page.getByRole('cell', { name: 'Europe', exact: true }).waitFor();
  await button(page, 'Edit Europe').click();
  const moved = dialog(page, 'Europe');
  await moved.getByLabel('Proxy URL').fill('https://ads-proxy.example.com/meta/');
  await button(page, 'Save').click();
  await moved.getByRole('alert').getByText('You must send the credentials together with a changed baseUrl.').waitFor();
  await moved.getByLabel('Access token').fill('very-secret-token');
  await button(page, 'Save').click();
  await moved.waitFor({ state: 'detached' });
  const addressOf = async (): Promise<unknown> =>
    (await service.world.api.get('/api/connections')).body.data.map(
      ({ baseUrl }: { baseUrl: string | null }) => baseUrl,
    );
  expect(await addressOf()).toEqual(['https://ads-proxy.example.com/meta']);
  await button(page, 'Edit Europe').click();
  await moved.getByLabel('Name').fill('Europe, by proxy');
  await button(page, 'Save').click();
  await page.getByRole('cell', { name: 'Europe, by proxy', exact: true }).waitFor();
  expect(await addressOf()).toEqual(['https://ads-proxy.example.com/meta']);
  expect(await page.content()).not.toContain('very-secret-token');

  const today = new Date().toISOString().slice(0, 10);
  const csv = `date,campaign,spend,currency\n${today},Autumn,120.5,EUR\n${today},Winter,a lot,EUR\n`;
  await page.getByLabel('CSV file').setInputFiles({ name: 'ads.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText('ads.csv: 1 row imported, 1 row rejected:').waitFor();
  await page.getByText(/^Row 2: /).waitFor();
  const dropped = `date,campaign,spend,currency\n${today},Summer,10,EUR\n`;
  // TypeScript checks against Node's types, which lack the DOM, so the drop is a string.
  await page.evaluate(`(() => {
    const files = new DataTransfer();
    files.items.add(new File([${JSON.stringify(dropped)}], 'dropped.csv', { type: 'text/csv' }));
    const area = document.querySelector('.import-figures');
    area.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: files }));
  })()`);
  await page.getByText('dropped.csv: 1 row imported.').waitFor();
  expect((await service.world.api.get('/api/metrics/google_ads')).body).toMatchObject({
    spend: 130.5,
    currency: 'EUR',
  });
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'no.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
  await page.getByRole('alert').filter({ hasText: 'no.csv:' }).waitFor();
  await settled(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('the last owner cannot be removed and sees the reason; one of two owners can', async () => {
  const { page, context, problems } = await service.openSignedIn('/settings/members');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
  const why = page.getByText('The last owner cannot be removed. Make another member an owner first.');
  await why.waitFor();
  expect(await row('Owner').getByRole('button', { name: 'Remove' }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  const second = await addMember(service.world, 'owner');
  await page.reload();
  await row(second.email).getByRole('button', { name: 'Remove' }).waitFor();
  expect(await row('Owner').getByRole('button', { name: 'Remove' }).count()).toBe(1);
  expect(await why.count()).toBe(0);
  await row(second.email).getByRole('button', { name: 'Remove' }).click();
  await dialog(page, `Remove ${second.email}?`).getByRole('button', { name: 'Remove' }).click();
  await why.waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
