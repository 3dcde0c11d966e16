import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { attributionModels } from '../../domain/attribution/models';
import {
  changeSince,
  formatAmount,
  formatChange,
  formatCount,
  formatMoney,
  formatShare,
} from '../../console/format/number';
import { formatDay } from '../../console/format/time';
import { formatWords } from '../../console/format/words';
import { accessibilityProblems, aroundConsoleTests, button, settled, signInTo } from '../support/console';
import { sendVisits, type Visit } from '../support/visits';
import { addWorkspace, createConversion } from '../support/workspaces';

/** The overview and attribution show what the API answers. */

const service = aroundConsoleTests(null);

const campaigns = ['', '?utm_medium=email', '?utm_source=google&utm_medium=cpc', '?utm_source=facebook&utm_medium=cpc'];
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

beforeAll(async () => {
  const { database, demo } = service.world;
  await createConversion(database, demo.workspaceId, { name: 'Order', eventType: 'order', isPrimary: true });
  await createConversion(database, demo.workspaceId, { name: 'Sign-up', eventType: 'signup' });
  const visits = Array.from({ length: 120 }, (_none, index): Visit[] => {
    const [visitorId, days] = [`v${index % 70}`, index % 17];
    const visit = { visitorId, at: daysAgo(days), url: `https://shop.example/${campaigns[index % 4]}` };
    const later = { visitorId, at: new Date(visit.at.getTime() + 60_000), url: 'https://shop.example/' };
    return [
      visit,
      ...(index % 5 === 0 ? [{ ...later, type: 'signup' }] : []),
      ...(index % 6 === 0 ? [{ ...later, type: 'order', data: { revenue: 10 + index / 4, currency: 'EUR' } }] : []),
      ...(index % 30 === 1 ? [{ ...later, type: 'order', data: { revenue: 5, currency: 'USD' } }] : []),
    ];
  });
  await sendVisits(service.world, visits.flat());
  const date = daysAgo(2).toISOString().slice(0, 10);
  const rows = [
    { date, campaign: 'Brand', spend: 40.5, clicks: 80, conversions: 4, revenue: 120, currency: 'EUR' },
    { date, campaign: 'Autumn', spend: 12, clicks: 9, currency: 'EUR' },
  ];
  expect((await service.world.api.post('/api/metrics/google_ads/import', { rows })).status).toBe(200);
});

const read = async (path: string) => {
  const { status, body } = await service.world.api.get(path);
  expect([path, status]).toEqual([path, 200]);
  return body;
};

/** Completions of every conversion, the one with the most first. */
async function figuresOf(period: string): Promise<{ name: string; completions: number }[]> {
  const rows: { name: string; completions: number }[] = await read(`/api/conversion-goals/figures?period=${period}`);
  return rows.sort((one, other) => other.completions - one.completions);
}

/** The cells of a table, row by row. */
const rowsOf = async (page: Page, name: string): Promise<string[][]> => {
  const rows = await page.getByRole('region', { name, exact: true }).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
};

const tableBehind = async (page: Page, title: string): Promise<string[][]> => {
  // The table stays open when the chart shows another figure.
  if ((await page.getByRole('region', { name: title, exact: true }).count()) === 0) {
    await page.getByRole('figure', { name: title, exact: true }).getByText('Show as table').click();
    await page.getByRole('region', { name: title, exact: true }).waitFor();
  }
  return rowsOf(page, title);
};

test('the overview shows the figures of the API, by day and compared with the previous period', async () => {
  const { page, context, problems } = await service.openSignedIn('?period=7d');
  const now = await read('/api/analytics/summary?period=7d');
  const [from, to] = [daysAgo(13), daysAgo(7)].map((date) => date.toISOString().slice(0, 10));
  const before = await read(`/api/analytics/summary?from=${from}&to=${to}&currency=EUR`);
  expect([now.currency, now.conversions > 0, now.otherCurrencies.length]).toEqual(['EUR', true, 1]);
  const inEuros = (value: number): string => formatAmount(value, 'EUR');
  const figures = [
    ['Visitors', 'visitors', 'visitors', formatCount],
    ['Leads', 'leads', 'leads', formatCount],
    ['Conversions', 'conversions', 'conversions', formatCount],
    ['Conversion rate', 'conversion_rate', 'conversionRate', formatShare],
    ['Revenue', 'revenue', 'revenue', inEuros],
  ] as const;
  for (const [name, metric, field, format] of figures) {
    const tile = page.getByRole('button', { name: new RegExp(`^${name} ?[\\d,.]`) });
    await tile.click();
    const title = metric === 'revenue' ? 'Revenue in EUR' : name;
    const inChart = metric === 'revenue' ? formatMoney : format;
    await page.getByRole('figure', { name: title, exact: true }).waitFor();
    await settled(page);
    expect(await tile.getAttribute('aria-pressed')).toBe('true');
    const text = await tile.innerText();
    const change = changeSince(now[field], before[field]);
    expect(text).toContain(format(now[field]));
    expect(text).toContain(
      change === null ? 'None in the previous period' : `${formatChange(change)} from ${format(before[field])}`,
    );
    const currency = metric === 'revenue' ? '&currency=EUR' : '';
    const days = await read(`/api/analytics/timeseries?metric=${metric}&period=7d${currency}`);
    const earlier = await read(`/api/analytics/timeseries?metric=${metric}&from=${from}&to=${to}${currency}`);
    expect(await tableBehind(page, title)).toEqual(
      days.map(({ date, value }: { date: string; value: number }, index: number) => [
        formatDay(date),
        inChart(value),
        inChart(earlier[index].value),
      ]),
    );
  }
  expect(await rowsOf(page, 'Channels')).toEqual(
    now.topChannels.map(
      ({ channel, visitors, conversions }: { channel: string; visitors: number; conversions: number }) => [
        formatWords(channel),
        formatCount(visitors),
        formatShare(visitors / now.visitors),
        formatCount(conversions),
      ],
    ),
  );
  const conversions = await figuresOf('7d');
  expect(
    (await rowsOf(page, 'Conversions by name')).map(([name, count]) => [name?.replace(/\s+Primary$/, ''), count]),
  ).toEqual(conversions.map(({ name, completions }) => [name, formatCount(completions)]));
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('region', { name: 'Channels' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Attribution' }).waitFor();
  expect(new URL(page.url()).search).toBe('?period=7d');
  expect(problems).toEqual([]);
  await context.close();
});

test('attribution shows the credit of every model, the differences, and what conversions cost', async () => {
  const { page, context, problems } = await service.openSignedIn('/attribution?figure=revenue');
  const models = await Promise.all(
    attributionModels.map((model) => read(`/api/attribution/summary?period=30d&model=${model}`)),
  );
  const last = models[attributionModels.indexOf('last_touch')];
  const revenue = (model: typeof last, channel: string): number =>
    model.channels.find((one: { channel: string }) => one.channel === channel)?.revenue ?? 0;
  const shown = await rowsOf(page, 'Credit by model');
  expect(shown.length).toBe(last.channels.length + 1);
  for (const [index, { channel }] of last.channels.entries()) {
    const credits = models.map((model) => formatAmount(revenue(model, channel), 'EUR'));
    expect(shown[index]).toEqual([formatWords(channel), ...credits]);
  }
  const differences = await tableBehind(page, 'Difference from last touch in EUR');
  const linear = models[attributionModels.indexOf('linear')];
  const [{ channel }] = last.channels;
  const difference = revenue(linear, channel) - revenue(last, channel);
  expect(differences[0]?.[2]?.replace(/^[+−]/, '')).toBe(formatMoney(Math.abs(difference)));

  const [cost] = last.costs;
  const inEuros = (value: number): string => formatAmount(value, 'EUR');
  expect((await rowsOf(page, 'Spend by channel'))[0]).toEqual([
    expect.stringMatching(/^Paid search\s+Google Ads$/),
    inEuros(52.5),
    String(cost.creditedConversions),
    inEuros(cost.cpa),
    inEuros(cost.revenue),
    expect.stringMatching(/^[\d.]+×$/),
  ]);
  expect((await rowsOf(page, 'Campaigns')).map(([name, spend]) => [name?.split('\n')[0], spend])).toEqual([
    ['Brand', inEuros(40.5)],
    ['Autumn', inEuros(12)],
  ]);
  const download = page.waitForEvent('download');
  await button(page, 'Download CSV: Attribution').click();
  const csv = readFileSync(await (await download).path(), 'utf8').split('\r\n');
  expect(csv[0]).toBe(`channel,figure,currency,${attributionModels.join(',')}`);
  expect(csv).toContain([channel, 'revenue', 'EUR', ...models.map((model) => revenue(model, channel))].join(','));

  await page.getByLabel('Conversion').selectOption({ label: 'Sign-up' });
  await page.getByLabel('Figure').selectOption('conversions');
  await settled(page);
  const signUps = (await figuresOf('30d')).find(({ name }) => name === 'Sign-up')?.completions;
  expect((await rowsOf(page, 'Credit by model')).at(-1)).toEqual([
    'Total',
    ...attributionModels.map(() => String(signUps)),
  ]);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('a period without events shows zeros, not how to start', async () => {
  const { page, context } = await service.openSignedIn('?period=custom&from=2020-01-01&to=2020-01-07');
  expect(await page.getByRole('button', { name: /^Visitors/ }).innerText()).toMatch(/^Visitors\s+0\s/);
  await page.getByText('No visits in this period.').waitFor();
  await context.close();
});

test('an empty workspace shows how to start instead of zeros', async () => {
  const { demo } = await addWorkspace(service.world);
  const { page, context } = await service.open('');
  await signInTo(page, demo.owner);
  await settled(page);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Overview');
  expect(await page.getByRole('button', { name: /^Visitors/ }).count()).toBe(0);
  expect(await page.locator('main').getByRole('link').count()).toBeGreaterThan(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await context.close();
});
