import { sendVisits, type Visit } from '../../support/visits';
import { storeHistory } from '../../support/event-history';
import { useWorld } from '../../support/world';
import { createConversion } from '../../support/workspaces';
import { createPerson } from '../../support/journeys';

/** Tests attribution through the HTTP API with hand-calculated examples. */

const world = useWorld({ temporal: false });

const daysAgo = (days: number, at = Date.now()): Date => new Date(at - days * 86_400_000);

/** Reads the attribution of a model, with channels as keys. */
async function attribution(model?: string, query = ''): Promise<Record<string, { credit: number; revenue: number }>> {
  const { status, body } = await world.api.get(
    `/api/attribution/summary?period=90d${model === undefined ? '' : `&model=${model}`}${query}`,
  );
  expect([status, body.error]).toEqual([200, undefined]);
  return Object.fromEntries(
    body.channels.map((row: { channel: string; creditedConversions: number; revenue: number }) => [
      row.channel,
      { credit: row.creditedConversions, revenue: row.revenue },
    ]),
  );
}

const close = (expected: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(expected).map(([channel, credit]) => [
      channel,
      { credit: expect.closeTo(credit, 6), revenue: expect.closeTo(100 * credit, 4) },
    ]),
  );

const visit = (days: number, query: string, more: Partial<Visit> = {}): Visit => ({
  visitorId: 'browser',
  at: daysAgo(days),
  url: `https://shop.example/${query}`,
  ...more,
});

const campaigns = {
  email: '?utm_source=news&utm_medium=email',
  paid: '?utm_source=google&utm_medium=cpc',
  social: '?utm_source=facebook&utm_medium=social',
  affiliates: '?utm_source=partner&utm_medium=affiliate',
};

beforeEach(async () => {
  // The tests share one workspace.
  for (const table of ['conversions', 'events', 'visitor_links', 'event_messages'])
    await world.database(table).delete();
  await world.database('workspaces').update({ attribution_model: null });
  await world.database.raw(`update rollup_states set timezone = ''`);
});

describe('a purchase of 100 after touches 14, 7, 2 and 0 days earlier', () => {
  beforeEach(async () => {
    await createConversion(world.database, world.demo.workspaceId, { name: 'Purchase', eventType: 'purchase' });
    await sendVisits(world, [
      visit(14, campaigns.email),
      visit(7, campaigns.paid),
      visit(2, campaigns.social),
      visit(0, campaigns.affiliates, { type: 'purchase', data: { revenue: 100 } }),
    ]);
  });

  const weights = [14, 7, 2, 0].map((age) => 2 ** (-age / 7));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const [w14, w7, w2, w0] = weights.map((weight) => weight / sum) as [number, number, number, number];

  it.each([
    ['first_touch', { email: 1 }],
    ['last_touch', { affiliates: 1 }],
    ['linear', { email: 0.25, paid_search: 0.25, organic_social: 0.25, affiliates: 0.25 }],
    ['position_based', { email: 0.4, paid_search: 0.1, organic_social: 0.1, affiliates: 0.4 }],
    ['time_decay', { email: w14, paid_search: w7, organic_social: w2, affiliates: w0 }],
  ])('%s', async (model, credits) => {
    expect(await attribution(model)).toEqual(close(credits));
  });

  it('uses the workspace’s model by default, otherwise last_touch', async () => {
    expect(await attribution()).toEqual(close({ affiliates: 1 }));
    await world.api.patch('/api/workspace', { attributionModel: 'first_touch' });
    expect(await attribution()).toEqual(close({ email: 1 }));
    expect((await world.api.get('/api/attribution/summary')).body).toMatchObject({
      model: 'first_touch',
      currency: 'USD',
      otherCurrencies: [],
      period: { from: expect.any(String), to: expect.any(String) },
    });
  });
});

describe('touches', () => {
  beforeEach(() =>
    createConversion(world.database, world.demo.workspaceId, { name: 'Purchase', eventType: 'purchase' }),
  );

  const bought = (days: number, more: Partial<Visit> = {}): Visit =>
    visit(days, 'cart', { type: 'purchase', data: { revenue: 100 }, ...more });

  it('get half of the credit each under position_based if there are two', async () => {
    await sendVisits(world, [visit(9, campaigns.email), visit(3, campaigns.paid), bought(3)]);
    expect(await attribution('position_based')).toEqual(close({ email: 0.5, paid_search: 0.5 }));
  });

  it('count from exactly 30 days before the purchase', async () => {
    // Stored directly, because the API clamps times this old.
    const bought = Date.parse('2026-06-30T12:00:00Z');
    const lookback = bought - 30 * 86_400_000;
    await storeHistory(world.database, world.demo.workspaceId, [
      { id: 'a', occurredAt: new Date(lookback - 1), visitorId: 'browser', channel: 'email' },
      { id: 'b', occurredAt: new Date(lookback), visitorId: 'phone', channel: 'paid_search' },
      ...['browser', 'phone'].map((visitorId) => ({
        id: `c${visitorId}`,
        occurredAt: new Date(bought),
        visitorId,
        type: 'purchase',
        data: { revenue: 100 },
      })),
    ]);
    const custom = '/api/attribution/summary?model=first_touch&period=custom&from=2026-06-30&to=2026-06-30';
    const { body } = await world.api.get(custom);
    expect(body.channels).toEqual([
      { channel: 'direct', creditedConversions: 1, revenue: 100 },
      { channel: 'paid_search', creditedConversions: 1, revenue: 100 },
    ]);
  });

  it('that are direct count only if a visitor has no other touches', async () => {
    await sendVisits(world, [visit(9, ''), visit(6, campaigns.email), visit(3, ''), bought(1)]);
    expect(await attribution('linear')).toEqual(close({ email: 1 }));
    expect(await attribution('last_touch')).toEqual(close({ email: 1 }));
    await sendVisits(world, [visit(5, '', { visitorId: 'other' }), bought(2, { visitorId: 'other' })]);
    expect(await attribution('linear')).toEqual({
      email: { credit: 1, revenue: 100 },
      direct: { credit: 1, revenue: 100 },
    });
  });

  it('start after 30 idle minutes or with a new campaign', async () => {
    const start = daysAgo(3).getTime();
    const at = (minutes: number): Date => new Date(start + minutes * 60_000);
    await sendVisits(world, [
      visit(0, campaigns.email, { at: at(0) }),
      visit(0, 'a', { at: at(29) }),
      // The same session and campaign.
      visit(0, campaigns.email, { at: at(58) }),
      visit(0, campaigns.paid, { at: at(60) }),
      visit(0, 'b', { at: at(70) }),
      visit(0, campaigns.email, { at: at(100) }),
      bought(0, { at: at(101) }),
    ]);
    expect(await attribution('linear')).toEqual(close({ email: 2 / 3, paid_search: 1 / 3 }));
  });

  it('are not added by an internal or ignored referrer without a campaign', async () => {
    const from = (days: number, referrer: string, query = 'pricing'): Visit =>
      visit(days, query, { referrer, url: `https://www.shop.example/${query}` });
    const own = 'https://app.shop.example/dashboard';
    await sendVisits(world, [
      from(9, own),
      visit(8, campaigns.email),
      from(7, own),
      from(6, 'https://accounts.google.com/'),
      from(5, 'https://checkout.stripe.com/c/pay'),
      bought(5, { at: new Date(daysAgo(5).getTime() + 600_000) }),
    ]);
    for (const model of ['first_touch', 'last_touch']) expect(await attribution(model)).toEqual(close({ email: 1 }));
    const { events, attribution: shown } = (await world.api.get('/api/identity?visitorId=browser')).body;
    expect([events.length, shown.channel, shown.source]).toEqual([6, 'email', 'news']);
    // A campaign counts whatever the referrer is.
    await sendVisits(world, [from(4, own, '?gad_source=1&gad_campaignid=77'), bought(3)]);
    expect(await attribution('last_touch')).toEqual(close({ email: 1, paid_search: 1 }));
  });

  it('follow the referrers in the workspace settings from the next event on', async () => {
    const from = (days: number, host: string): Visit =>
      visit(days, '', { visitorId: host, referrer: `https://${host}/` });
    const settings = { internalDomains: ['Brand.example.', 'bücher.example'], ignoredReferrers: ['sso.example'] };
    const hosts = [
      'shop.brand.example',
      'xn--bcher-kva.example',
      'login.sso.example',
      'www.paypal.com',
      'sso.example.net',
    ];
    const changed = await world.api.patch('/api/workspace', settings);
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { internalDomains: ['brand.example', 'xn--bcher-kva.example'], ignoredReferrers: ['sso.example'] },
    ]);
    await sendVisits(
      world,
      hosts.map((host) => from(2, host)),
    );
    const channelsOf = async () =>
      Promise.all(
        hosts.map(async (host) => (await world.api.get(`/api/identity?visitorId=${host}`)).body.attribution.channel),
      );
    expect(await channelsOf()).toEqual(['direct', 'direct', 'direct', 'referral', 'referral']);
    const restored = await world.api.patch('/api/workspace', { internalDomains: [], ignoredReferrers: null });
    expect(restored.body.ignoredReferrers).toEqual(expect.arrayContaining(['accounts.google.com', 'paypal.com']));
    for (const invalid of [
      'https://shop.example',
      'shop.example/path',
      'shop.example:80',
      'co.uk',
      'github.io',
      'a b',
    ]) {
      const { status, body } = await world.api.patch('/api/workspace', { internalDomains: [invalid] });
      expect([status, body.details?.[0]?.path]).toEqual([400, 'internalDomains.0']);
    }
  });

  it('of all linked devices count, including devices linked later, and a conversion counts once', async () => {
    await sendVisits(world, [
      visit(8, campaigns.email, { visitorId: 'phone' }),
      visit(5, campaigns.social, { visitorId: 'tablet' }),
      visit(2, campaigns.paid, { visitorId: 'laptop' }),
      bought(1, { visitorId: 'laptop' }),
    ]);
    expect(await attribution('first_touch')).toEqual(close({ paid_search: 1 }));
    const { id: lead } = await createPerson(world);
    for (const visitorId of ['phone', 'laptop']) await world.api.post('/api/identity', { visitorId, leadId: lead });
    expect(await attribution('linear')).toEqual(close({ email: 0.5, paid_search: 0.5 }));
    const path = await world.api.get(`/api/attribution/paths/${lead}`);
    expect(path.body).toMatchObject({
      leadId: lead,
      touches: [
        { channel: 'email', source: 'news', medium: 'email', visitorId: 'phone' },
        { channel: 'paid_search', source: 'google', visitorId: 'laptop', landingPage: expect.stringContaining('utm_') },
        { channel: 'direct', visitorId: 'laptop' },
      ],
      conversions: [{ revenue: 100, currency: 'USD' }],
    });
  });

  it('before a server-side purchase get its credit; without visits, direct gets it', async () => {
    const email = `${Date.now()}s@example.com`;
    const { id: lead } = await createPerson(world, { email });
    await sendVisits(world, [visit(4, campaigns.email)]);
    await world.api.post('/api/identity', { visitorId: 'browser', leadId: lead });
    const purchase = (who: string) =>
      world.api.post('/api/v1/events', { type: 'purchase', email: who, data: { revenue: 100 } });
    expect((await purchase(email)).status).toBe(200);
    expect(await attribution('linear')).toEqual(close({ email: 1 }));
    await purchase(`${Date.now()}t@example.com`);
    expect(await attribution('linear')).toEqual(close({ direct: 1, email: 1 }));
    const { body } = await world.api.get('/api/analytics/summary');
    expect(body).toMatchObject({ visitors: 1, conversions: 2, conversionRate: 1 });
  });

  it('of three channels share revenue without visible rounding errors', async () => {
    const three = [visit(9, campaigns.email), visit(6, campaigns.paid), visit(3, campaigns.social)];
    await sendVisits(world, [...three, bought(2, { data: { revenue: 150 } }), bought(1, { data: { revenue: 150 } })]);
    const share = { credit: 0.666666666667, revenue: 100 };
    expect(await attribution('linear')).toEqual({ email: share, paid_search: share, organic_social: share });
  });

  it('are credited with revenue per currency, without conversion', async () => {
    await sendVisits(world, [
      visit(4, campaigns.email),
      bought(3, { data: { revenue: 0.1, currency: 'EUR' } }),
      bought(2, { data: { revenue: 0.2, currency: 'EUR' } }),
      bought(1, { data: { revenue: 7, currency: 'USD' } }),
    ]);
    const { body } = await world.api.get('/api/attribution/summary?model=linear');
    expect(body).toMatchObject({
      currency: 'EUR',
      channels: [{ channel: 'email', creditedConversions: 3, revenue: 0.3 }],
      otherCurrencies: [{ currency: 'USD', channels: [{ channel: 'email', revenue: 7 }] }],
    });
  });
});

it('compares spend with the credit of its channel, of one conversion, in one currency per row', async () => {
  await world.database('ad_metrics').delete();
  await createConversion(world.database, world.demo.workspaceId, {
    name: 'Purchase',
    eventType: 'purchase',
    isPrimary: true,
  });
  const signUp = await createConversion(world.database, world.demo.workspaceId, {
    name: 'Sign-up',
    eventType: 'signup',
  });
  await sendVisits(world, [
    visit(4, campaigns.paid),
    visit(3, '', { type: 'purchase', data: { revenue: 60, currency: 'EUR' } }),
    visit(2, '', { type: 'purchase', data: { revenue: 90, currency: 'USD' } }),
    visit(1, '', { type: 'signup' }),
  ]);
  const date = daysAgo(1).toISOString().slice(0, 10);
  const spent = (connector: string, rows: object[]) =>
    world.api.post(`/api/metrics/${connector}/import`, {
      rows: rows.map((row) => ({ date, campaign: 'Autumn', ...row })),
    });
  await spent('google_ads', [{ spend: 30, currency: 'EUR' }]);
  await spent('tiktok_ads', [
    { spend: 10, currency: 'EUR' },
    { campaign: 'US', spend: 5, currency: 'USD' },
  ]);
  const costs = async (query = '') => (await world.api.get(`/api/attribution/summary?period=30d${query}`)).body.costs;
  const social = { channel: 'paid_social', connectors: ['tiktok_ads'], creditedConversions: 0, cpa: null, revenue: 0 };
  expect(await costs()).toEqual([
    // The purchase in dollars counts as a conversion, but its amount is not added to euros.
    {
      channel: 'paid_search',
      connectors: ['google_ads'],
      currency: 'EUR',
      spend: 30,
      creditedConversions: 2,
      cpa: 15,
      revenue: 60,
      roas: 2,
    },
    { ...social, currency: 'EUR', spend: 10, roas: 0 },
    { ...social, currency: 'USD', spend: 5, roas: 0 },
  ]);
  expect((await costs(`&conversionId=${signUp}`))[0]).toMatchObject({ creditedConversions: 1, cpa: 30, revenue: 0 });
  expect(await world.api.get('/api/attribution/summary?conversionId=cnv_none')).toMatchObject({ status: 404 });
});

it.each([
  '/api/attribution/summary?model=markov',
  '/api/attribution/summary?period=1y',
  '/api/attribution/summary?modell=linear',
  '/api/attribution/summary?period=custom&from=2026-01-01',
])('refuses %s', async (path) => {
  expect(await world.api.get(path)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
});

it('returns 404 for the path of an unknown lead', async () => {
  expect(await world.api.get('/api/attribution/paths/eus_none')).toMatchObject({ status: 404 });
});
