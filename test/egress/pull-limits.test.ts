import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { platformOf, pullAccount } from '../../egress/ad-platforms/pull-account';
import { pullLimits, type PullLimits } from '../../egress/ad-platforms/pull-limits';
import type { ConnectedType } from '../../domain/connections/schemas';

/** Hosts that return endless pages. Each test has its own host, so that it has its own counts. */

const days = { from: '2026-11-01', to: '2026-11-20' };
const versions = { googleAds: 'v22', metaAds: 'v24.0', linkedInAds: '202601' };
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** @param page returns the response to the nth request; null leaves the request open */
async function startHost(page: (index: number, request: IncomingMessage) => object | null) {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    const body = page(requests, request);
    requests += 1;
    if (body !== null) response.end(JSON.stringify(body));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

function pull(type: ConnectedType, host: string, limits: Partial<PullLimits> = {}) {
  const credentials = { accessToken: 'token', accessTokenExpiresAt: '2099-01-01T00:00:00Z' };
  return pullAccount(platformOf(type, versions), { accountId: '1', baseUrl: `http://${host}`, credentials }, days, {
    egress: { allowHosts: [host], signal: new AbortController().signal },
    limits: { ...pullLimits, ...limits },
    keep: () => Promise.resolve(),
  });
}

const googleRow = (id: number) => ({
  customer: { currencyCode: 'EUR' },
  campaign: { id: String(id), name: 'Autumn' },
  segments: { date: '2026-11-05' },
  metrics: { costMicros: '1', impressions: '1', clicks: '1' },
});
const googlePage = (index: number, rows = 1) => ({
  results: Array.from({ length: rows }, (_, row) => googleRow(index * rows + row)),
  nextPageToken: `page-${index}`,
});
const metaPage = (index: number) => ({
  data: [
    {
      campaign_id: String(index),
      campaign_name: 'Autumn',
      date_start: '2026-11-05',
      account_currency: 'EUR',
      spend: '1',
    },
  ],
  paging: { cursors: { after: `page-${index}` }, next: 'https://platform.example/next' },
});
const linkedInPage = (index: number, { url = '' }: IncomingMessage) =>
  url.includes('/adCampaigns')
    ? { elements: [{ id: index, name: 'Autumn' }], metadata: { nextPageToken: `page-${index}` } }
    : { currency: 'EUR' };

test.each([
  ['google_ads', (index: number) => googlePage(index)],
  ['meta_ads', metaPage],
  ['linkedin_ads', linkedInPage],
] as const)('%s: endless pages are read up to a limit', async (type, page) => {
  const { host, requests } = await startHost(page);
  await expect(pull(type, host, { pages: 5 })).rejects.toMatchObject({
    failure: { kind: 'refused', message: expect.stringMatching(/returned more than 5 pages of data\.$/) },
  });
  expect(requests()).toBe(5);
});

test.each([
  ['google_ads', () => googlePage(7)],
  ['meta_ads', () => metaPage(7)],
  ['linkedin_ads', (_: number, request: IncomingMessage) => linkedInPage(7, request)],
] as const)('%s: a repeated page ends the pull', async (type, page) => {
  const { host, requests } = await startHost(page);
  await expect(pull(type, host)).rejects.toMatchObject({
    failure: { kind: 'refused', message: expect.stringMatching(/returned the same page twice/) },
  });
  expect(requests()).toBeLessThan(5);
});

test('rows count towards the limit as they arrive', async () => {
  const { host, requests } = await startHost((index) => googlePage(index, 10));
  await expect(pull('google_ads', host, { rows: 35 })).rejects.toMatchObject({
    failure: { kind: 'refused', message: 'Google Ads returned more data than can be stored.' },
  });
  expect(requests()).toBe(4);
});

test('bytes count towards the limit, including data outside the rows', async () => {
  const { host, requests } = await startHost((index) => ({ ...googlePage(index), padding: 'x'.repeat(400_000) }));
  await expect(pull('google_ads', host, { bytes: 1_048_576 })).rejects.toMatchObject({
    failure: { kind: 'refused', message: 'Google Ads returned more than 1 MB of data.' },
  });
  expect(requests()).toBe(3);
});

test('a page with too many rows is refused', async () => {
  const { host } = await startHost(() => ({ results: Array.from({ length: 50_001 }, () => ({})) }));
  await expect(pull('google_ads', host)).rejects.toMatchObject({
    failure: { kind: 'refused', message: 'Google Ads returned a response with too many items.' },
  });
});

test('a pull has a deadline, which a silent host does not extend', async () => {
  const { host } = await startHost((index) => (index < 3 ? googlePage(index) : null));
  await expect(pull('google_ads', host, { ms: 300 })).rejects.toMatchObject({
    failure: { kind: 'refused', message: 'Google Ads needed more than 1 minute to return its data.' },
  });
});

test('a large account is read completely', async () => {
  const { host } = await startHost((index) => {
    const { results, nextPageToken } = googlePage(index, 1_000);
    return index < 39 ? { results, nextPageToken } : { results };
  });
  expect(await pull('google_ads', host)).toHaveLength(40_000);
});
