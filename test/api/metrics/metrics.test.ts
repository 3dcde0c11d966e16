import { apiClient } from '../../support/api-client';
import { uniqueName } from '../../support/journeys';
import { addMember } from '../../support/members';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const newConnector = (): string =>
  uniqueName('network')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '_');
const importRows = (connector: string, rows: unknown[]) => world.api.post(`/api/metrics/${connector}/import`, { rows });
const importCsv = (connector: string, body: string | Uint8Array<ArrayBuffer>, type = 'text/csv') =>
  world.api.raw(`/api/metrics/${connector}/import`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-api-key': world.demo.serverKey },
    body,
  });
const row = (fields: object = {}) => ({ date: daysAgo(1), campaign: 'Autumn', spend: 10, ...fields });
const read = async (connector: string, period = '30d') =>
  (await world.api.get(`/api/metrics/${connector}?period=${period}`)).body;

test('a connector that was never connected returns zeros', async () => {
  const response = await world.api.get('/api/metrics/google_ads');
  expect(response.status).toBe(200);
  expect(response.body).toEqual({
    connectorType: 'google_ads',
    spend: 0,
    impressions: 0,
    clicks: 0,
    conversions: 0,
    revenue: 0,
    cpa: null,
    roas: null,
    currency: null,
    otherCurrencies: [],
    campaigns: [],
    period: '30d',
    from: daysAgo(29),
    to: daysAgo(0),
    lastSyncedAt: null,
    lastError: null,
  });
});

test('amounts add up exactly, and ratios use the sums', async () => {
  const connector = newConnector();
  const full = { impressions: 1000, clicks: 40, conversions: 1.5, revenue: 0.7, currency: 'EUR' };
  const rows = [row({ ...full, spend: 0.1 }), row({ ...full, spend: 0.2, date: daysAgo(2) })];
  const made = await importRows(connector, [...rows, row({ ...full, spend: 0, conversions: 0, campaign: 'Free' })]);
  expect(made).toMatchObject({ status: 200, body: { imported: 3, rejected: [] } });
  const expected = { spend: 0.3, impressions: 3000, clicks: 120, conversions: 3, revenue: 2.1, cpa: 0.1, roas: 7 };
  const figures = await read(connector);
  expect(figures).toMatchObject({ ...expected, currency: 'EUR', otherCurrencies: [] });
  expect(figures.campaigns).toEqual([
    {
      name: 'Autumn',
      currency: 'EUR',
      spend: 0.3,
      impressions: 2000,
      clicks: 80,
      conversions: 3,
      revenue: 1.4,
      cpa: 0.1,
      roas: 4.666667,
    },
    {
      name: 'Free',
      currency: 'EUR',
      spend: 0,
      impressions: 1000,
      clicks: 40,
      conversions: 0,
      revenue: 0.7,
      cpa: null,
      roas: null,
    },
  ]);
});

test('a repeated import counts once, a correction replaces a row, and parallel imports do not add up', async () => {
  const connector = newConnector();
  const rows = Array.from({ length: 40 }, (_, index) => row({ campaign: `Campaign ${index}`, spend: 2 }));
  const shuffled = [rows, [...rows].reverse(), rows, [...rows].reverse()];
  for (const response of await Promise.all(shuffled.map((part) => importRows(connector, part)))) {
    expect(response.body).toEqual({ imported: 40, rejected: [] });
  }
  expect((await read(connector)).spend).toBe(80);
  await importRows(connector, [row({ campaign: 'Campaign 0', spend: 3 })]);
  expect((await read(connector)).spend).toBe(81);
});

test('an unknown connector name with hyphens returns zeros', async () => {
  const { status, body } = await world.api.get('/api/metrics/never-connected');
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ connectorType: 'never-connected', spend: 0, cpa: null, roas: null, campaigns: [] }),
  ]);
});

test('an empty CSV and a CSV with only a header are refused with a CSV error', async () => {
  expect((await importCsv('tiktok', 'date,campaign,spend\n')).body.error).toBe('The CSV has no rows after the header.');
  expect((await importCsv('tiktok', '\n')).body.error).toMatch(/no header row/);
});

test('a period counts whole days up to and including today', async () => {
  const connector = newConnector();
  await importRows(
    connector,
    [0, 6, 7, 29, 30, 89, 90].map((days, index) => row({ date: daysAgo(days), spend: 10 ** index })),
  );
  expect((await read(connector, '7d')).spend).toBe(11);
  expect((await read(connector, '30d')).spend).toBe(1_111);
  expect((await read(connector, '90d')).spend).toBe(111_111);
  expect((await world.api.get(`/api/metrics/${connector}?period=1y`)).status).toBe(400);
});

test('a custom period counts its own days', async () => {
  const connector = newConnector();
  const rows = [1, 2, 3].map((days) => row({ date: daysAgo(days), spend: days }));
  await importRows(connector, rows);
  const { body } = await world.api.get(`/api/metrics/${connector}?from=${daysAgo(3)}&to=${daysAgo(2)}`);
  expect(body).toMatchObject({ spend: 5, period: 'custom', from: daysAgo(3), to: daysAgo(2) });
  expect((await world.api.get('/api/metrics?period=custom')).status).toBe(400);
});

test('CSV columns can be in any order, with quotes, a byte order mark and empty fields', async () => {
  const connector = newConnector();
  const csv = `\ufeffCampaign,Date,Spend,Revenue,Currency,Clicks\r\n"Spring, ""new""",${daysAgo(1)},12.50,,EUR,7\r\n`;
  expect((await importCsv(connector, csv, 'text/csv; charset=utf-8')).body).toEqual({ imported: 1, rejected: [] });
  expect(await read(connector)).toMatchObject({ spend: 12.5, clicks: 7, revenue: 0, currency: 'EUR', roas: 0 });
  expect((await read(connector)).campaigns).toMatchObject([{ name: 'Spring, "new"' }]);
});

test('invalid rows are reported by number and do not affect the others', async () => {
  const connector = newConnector();
  const csv = [
    'date,campaign,spend',
    `${daysAgo(1)},Good,5`,
    `${daysAgo(1)},Bad,five`,
    `2026-02-30,Bad,5`,
    `${daysAgo(1)},Bad`,
    `${daysAgo(-2)},Bad,5`,
    `${daysAgo(1)},Bad,-1`,
    `${daysAgo(1)},Good,6`,
    `1999-12-31,Bad,1`,
  ].join('\n');
  const { status, body } = await importCsv(connector, csv);
  expect([status, body.imported]).toEqual([200, 1]);
  expect(body.rejected.map(({ row }: { row: number }) => row)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  const messages = body.rejected.map(({ message }: { message: string }) => message);
  expect(messages[0]).toBe('spend: must be a number with a decimal point, such as 120.5');
  expect(messages[1]).toMatch(/^date: /);
  expect(messages[2]).toBe('has 2 fields, but the header has 3');
  expect(messages[5]).toMatch(/same date and campaign as row 1/);
  expect((await read(connector)).spend).toBe(5);
  const odd = [row(), 7, null, row({ colour: 'red' }), row({ campaign: 'a\u0000b' }), row({ currency: 'euro' })];
  const response = await importRows(connector, odd);
  expect(response.body.rejected.map(({ row }: { row: number }) => row)).toEqual([2, 3, 4, 5, 6]);
});

test.each([
  ['no valid row', () => importRows('tiktok', [row({ spend: -1 }), {}])],
  ['no rows', () => importRows('tiktok', [])],
  [
    'too many rows',
    () =>
      importRows(
        'tiktok',
        Array.from({ length: 10_001 }, () => 0),
      ),
  ],
  ['a header alone', () => importCsv('tiktok', 'date,campaign,spend\n')],
  ['an unknown column', () => importCsv('tiktok', `date,campaign,spend,colour\n${daysAgo(1)},a,1,red`)],
  ['a missing column', () => importCsv('tiktok', `date,spend\n${daysAgo(1)},1`)],
  ['a column twice', () => importCsv('tiktok', `date,campaign,spend,spend\n${daysAgo(1)},a,1,1`)],
  ['a quote that stays open', () => importCsv('tiktok', `date,campaign,spend\n${daysAgo(1)},"a,1`)],
  ['no UTF-8', () => importCsv('tiktok', new Uint8Array([0xff, 0xfe, 0x64]))],
  ['a name in capitals', () => importRows('TikTok', [row()])],
  ['no name of a connector', () => importRows('7ads', [row()])],
])('%s returns 400', async (_, call) => {
  const { status, body } = await call();
  expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
});

test('other content types are refused, and so is CSV on other routes', async () => {
  expect((await importCsv('tiktok', 'date', 'text/plain')).body.error).toMatch(/text\/csv/);
  const headers = { 'content-type': 'text/csv', 'x-api-key': world.demo.serverKey };
  expect((await world.api.raw('/api/journeys', { method: 'POST', headers, body: 'name\nx' })).status).toBe(415);
});

test('figures in other currencies are listed separately', async () => {
  const connector = newConnector();
  const rows = [row({ currency: 'EUR', spend: 10, conversions: 2 }), row({ campaign: 'US', spend: 4, clicks: 3 })];
  await importRows(connector, rows);
  const figures = await read(connector);
  expect(figures).toMatchObject({ spend: 10, clicks: 0, cpa: 5, currency: 'EUR' });
  expect(figures.otherCurrencies).toEqual([
    { currency: 'USD', spend: 4, impressions: 0, clicks: 3, conversions: 0, revenue: 0 },
  ]);
  expect(figures.campaigns.map(({ currency }: { currency: string }) => currency)).toEqual(['EUR', 'USD']);
});

test('the overview adds up all connectors, and only admins see errors', async () => {
  const before = (await world.api.get('/api/metrics')).body.totals;
  const connectors = [newConnector(), newConnector()];
  for (const connector of connectors) await importRows(connector, [row({ spend: 1_000, currency: 'EUR' })]);
  const { status, body } = await world.api.get('/api/metrics');
  expect([status, body.period, body.from, body.to]).toEqual([200, '30d', daysAgo(29), daysAgo(0)]);
  const spentBefore = before.currency === 'EUR' ? before.spend : 0;
  expect(body.totals).toMatchObject({ currency: 'EUR', spend: expect.any(Number) });
  expect(body.totals.spend).toBeGreaterThanOrEqual(spentBefore + 2_000);
  const own = body.connectors.filter(({ connectorType }: { connectorType: string }) =>
    connectors.includes(connectorType),
  );
  expect(own).toMatchObject(
    connectors.map(() => ({ spend: 1_000, cpa: null, lastSyncedAt: expect.any(String), lastError: null })),
  );
  const member = apiClient(world.apiUrl, (await addMember(world, 'member')).userKey);
  const seen = (await member.get(`/api/metrics/${connectors[0]}`)).body;
  expect([seen.spend, 'lastError' in seen]).toEqual([1_000, false]);
  expect((await member.post(`/api/metrics/${connectors[0]}/import`, { rows: [row()] })).status).toBe(403);
});

test('a CSV that is slow to parse is refused by line length or number of rows', async () => {
  const connector = 'slow_csv';
  const long = /line has more than 10000 characters/;
  expect((await importCsv(connector, ','.repeat(900_000))).body.error).toMatch(long);
  expect((await importCsv(connector, `date,campaign,spend\n${','.repeat(900_000)}`)).body.error).toMatch(long);
  const rows = `date,campaign,spend\n${'a\n'.repeat(450_000)}`;
  expect(await importCsv(connector, rows)).toMatchObject({ status: 400, body: { details: [{ path: 'rows' }] } });
});
