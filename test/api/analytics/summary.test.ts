import { DateTime } from 'luxon';
import { sendVisits, type Visit } from '../../support/visits';
import { storeHistory } from '../../support/event-history';
import { useWorld } from '../../support/world';
import { createConversion } from '../../support/workspaces';
import { createPerson } from '../../support/journeys';

const world = useWorld({ temporal: false });

beforeEach(async () => {
  for (const table of ['conversions', 'events', 'visitor_links', 'end_users', 'event_messages']) {
    await world.database(table).delete();
  }
  await setTimezone('UTC');
});

/** Sets the timezone and forces a full recount. */
async function setTimezone(timezone: string): Promise<void> {
  await world.database('workspaces').update({ timezone });
  await world.database('rollup_states').update({ timezone: '' });
}

const summary = async (query = '') => {
  const { status, body } = await world.api.get(`/api/analytics/summary${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};

const today = (timezone = 'UTC'): DateTime => DateTime.now().setZone(timezone);
const dayOf = (date: DateTime): string => date.toFormat('yyyy-MM-dd');
const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
const visit = (visitorId: string, days: number, query = ''): Visit => ({
  visitorId,
  at: ago(days),
  url: `https://shop.example/${query}`,
});

describe('the summary', () => {
  it('covers the last 30 days by default and always ends with today', async () => {
    for (const [query, days] of [
      ['', 30],
      ['?period=7d', 7],
      ['?period=30d', 30],
      ['?period=90d', 90],
    ] as const) {
      const { period } = await summary(query);
      expect(period).toEqual({ from: dayOf(today().minus({ days: days - 1 })), to: dayOf(today()) });
    }
  });

  it('counts distinct visitors by first touch in the period, and how many of them converted', async () => {
    await createConversion(world.database, world.demo.workspaceId, {
      name: 'Signup',
      eventType: 'signup',
      isPrimary: true,
    });
    await createConversion(world.database, world.demo.workspaceId, { name: 'Other', eventType: 'other' });
    await sendVisits(world, [
      visit('a', 10, '?utm_source=google&utm_medium=cpc'),
      visit('a', 5, '?utm_medium=email'),
      visit('b', 5),
      visit('b', 1, '?utm_medium=email'),
      visit('c', 1, '?utm_medium=email'),
      { ...visit('a', 2), type: 'signup' },
      { ...visit('a', 1), type: 'signup' },
      { ...visit('c', 0), type: 'signup' },
      { ...visit('b', 0), type: 'other' },
    ]);
    expect(await summary()).toMatchObject({
      visitors: 3,
      conversions: 3,
      conversionRate: 2 / 3,
      topChannels: [
        { channel: 'direct', visitors: 1, conversions: 0 },
        { channel: 'email', visitors: 1, conversions: 1 },
        { channel: 'paid_search', visitors: 1, conversions: 2 },
      ],
    });
    expect(await summary('?period=7d')).toMatchObject({
      visitors: 3,
      topChannels: [
        { channel: 'email', visitors: 2, conversions: 3 },
        { channel: 'direct', visitors: 1, conversions: 0 },
      ],
    });
    const { from, to } = { from: dayOf(today().minus({ days: 11 })), to: dayOf(today().minus({ days: 6 })) };
    expect(await summary(`?period=custom&from=${from}&to=${to}`)).toMatchObject({
      visitors: 1,
      leads: 0,
      conversions: 0,
      conversionRate: 0,
      period: { from, to },
      topChannels: [{ channel: 'paid_search', visitors: 1, conversions: 0 }],
    });
  });

  it('counts the completions of all conversions if none is primary', async () => {
    await createConversion(world.database, world.demo.workspaceId, { name: 'Signup', eventType: 'signup' });
    await createConversion(world.database, world.demo.workspaceId, { name: 'Again', eventType: 'signup' });
    await sendVisits(world, [{ ...visit('a', 1), type: 'signup' }, visit('b', 1)]);
    expect(await summary()).toMatchObject({ visitors: 2, conversions: 2, conversionRate: 0.5 });
  });

  it('adds up revenue in one currency, and lists the others', async () => {
    await createConversion(world.database, world.demo.workspaceId, {
      name: 'Order',
      eventType: 'order',
      isPrimary: true,
    });
    const order = (days: number, revenue: number, currency: string): Visit => ({
      ...visit('a', days),
      type: 'order',
      data: { revenue, currency },
    });
    await sendVisits(world, [order(3, 10.1, 'EUR'), order(2, 20.2, 'EUR'), order(1, 99, 'USD')]);
    expect(await summary()).toMatchObject({
      revenue: 30.3,
      currency: 'EUR',
      otherCurrencies: [{ currency: 'USD', revenue: 99 }],
    });
    expect(await summary('?currency=usd')).toMatchObject({ revenue: 99, currency: 'USD' });
    expect(await summary('?currency=GBP')).toMatchObject({ revenue: 0, currency: 'GBP' });
  });

  it('covers this month so far', async () => {
    const { period } = await summary('?period=month');
    expect(period).toEqual({ from: dayOf(today().startOf('month')), to: dayOf(today()) });
  });

  it('counts the leads created in the period', async () => {
    await createPerson(world, { email: 'new@example.com' });
    await createPerson(world, { email: 'old@example.com' });
    await world
      .database('end_users')
      .where({ email: 'old@example.com' })
      .update({ created_at: ago(40) });
    expect((await summary()).leads).toBe(1);
    expect((await summary('?period=90d')).leads).toBe(2);
  });

  it('returns zeros for a period without data', async () => {
    expect(await summary('?period=custom&from=2020-01-01&to=2020-01-01')).toEqual({
      revenue: 0,
      currency: 'USD',
      otherCurrencies: [],
      visitors: 0,
      leads: 0,
      conversions: 0,
      conversionRate: 0,
      topChannels: [],
      period: { from: '2020-01-01', to: '2020-01-01' },
    });
  });

  it('accepts timestamps as bounds and an end in the future', async () => {
    await setTimezone('Asia/Tokyo');
    const to = dayOf(today().plus({ days: 400 }));
    expect((await summary(`?period=custom&from=2026-03-01T18:00:00Z&to=${to}`)).period).toEqual({
      from: '2026-03-02',
      to,
    });
    expect((await summary('?from=2026-03-01&to=2026-03-02')).period).toEqual({ from: '2026-03-01', to: '2026-03-02' });
  });

  it.each([
    '?period=custom',
    '?period=custom&from=2026-03-01',
    '?period=custom&to=2026-03-01',
    '?period=custom&from=2026-03-02&to=2026-03-01',
    '?period=custom&from=2026-02-30&to=2026-03-01',
    '?period=custom&from=yesterday&to=2026-03-01',
    '?period=custom&from=0000-01-01&to=2026-03-01',
    '?period=custom&from=2026-03-01&to=9999-12-31',
    '?period=7d&from=2026-03-01&to=2026-03-02',
    '?period=1d',
    '?perod=7d',
  ])('refuses %s', async (query) => {
    expect(await world.api.get(`/api/analytics/summary${query}`)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    });
  });
});

describe('days are in the timezone of the workspace', () => {
  it.each([
    // Daylight saving changes: days of 23 and 25 hours, and of 23.5 and 24.5 hours at Lord Howe.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59.999Z'],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', '2026-04-05T13:29:59.999Z'],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00Z', '2026-10-04T12:59:59.999Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59.999Z'],
  ])('%s, %s', async (timezone, day, first, last) => {
    await setTimezone(timezone);
    const at = (text: string, ms: number): Date => new Date(Date.parse(text) + ms);
    const times = [at(first, -1), at(first, 0), at(last, 0), at(last, 1)];
    await storeHistory(
      world.database,
      world.demo.workspaceId,
      times.map((occurredAt, index) => ({ id: `e${index}`, occurredAt, visitorId: `v${index}`, channel: 'email' })),
    );
    await world.database('end_users').insert(
      times.map((time, index) => ({
        workspace_id: world.demo.workspaceId,
        id: `eus_${index}`,
        created_at: time,
      })),
    );
    const query = `?period=custom&from=${day}&to=${day}`;
    expect(await summary(query)).toMatchObject({ visitors: 2, leads: 2 });
    const before = dayOf(DateTime.fromISO(day).minus({ days: 1 }));
    const after = dayOf(DateTime.fromISO(day).plus({ days: 1 }));
    for (const metric of ['visitors', 'leads', 'pageviews']) {
      const path = `/api/analytics/timeseries?metric=${metric}&period=custom&from=${before}&to=${after}`;
      const { body } = await world.api.get(path);
      expect(body).toEqual([
        { date: before, value: 1 },
        { date: day, value: 2 },
        { date: after, value: 1 },
      ]);
    }
  });
});

describe('a time series', () => {
  const series = async (query: string) => {
    const { status, body } = await world.api.get(`/api/analytics/timeseries?period=7d${query}`);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(body).toHaveLength(7);
    return (body as { value: number }[]).map(({ value }) => value);
  };

  it('has a value for every day, metric and channel', async () => {
    await createConversion(world.database, world.demo.workspaceId, { name: 'Purchase', eventType: 'purchase' });
    const { id: lead } = await createPerson(world, { email: 'lead@example.com' });
    await sendVisits(world, [
      visit('a', 2, '?utm_medium=email'),
      visit('a', 0, '?utm_source=google&utm_medium=cpc'),
      visit('b', 0),
      { ...visit('a', 2), type: 'purchase', data: { revenue: 12.34 } },
      { ...visit('b', 0), type: 'purchase', data: { revenue: 5, currency: 'EUR' } },
      { ...visit('b', 0), type: 'purchase' },
    ]);
    await world.api.post('/api/identity', { visitorId: 'a', leadId: lead });
    expect(await series('')).toEqual([0, 0, 0, 0, 1, 0, 2]);
    expect(await series('&metric=visitors&channel=email')).toEqual([0, 0, 0, 0, 1, 0, 0]);
    expect(await series('&metric=pageviews')).toEqual([0, 0, 0, 0, 1, 0, 2]);
    expect(await series('&metric=leads')).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(await series('&metric=leads&channel=email')).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(await series('&metric=leads&channel=direct')).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(await series('&metric=conversions')).toEqual([0, 0, 0, 0, 1, 0, 2]);
    expect(await series('&metric=conversions&channel=direct')).toEqual([0, 0, 0, 0, 0, 0, 2]);
    expect(await series('&metric=revenue&currency=usd')).toEqual([0, 0, 0, 0, 12.34, 0, 0]);
    expect(await series('&metric=revenue&currency=EUR&channel=direct')).toEqual([0, 0, 0, 0, 0, 0, 5]);
    // Both currencies are equally frequent; USD is the tie-breaker.
    expect(await series('&metric=revenue')).toEqual([0, 0, 0, 0, 12.34, 0, 0]);
  });

  it.each(['?metric=bounces', '?channel=tv', '?currency=euro', '?period=custom&from=1990-01-01&to=2026-01-01'])(
    'refuses %s',
    async (query) => {
      expect(await world.api.get(`/api/analytics/timeseries${query}`)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR' },
      });
    },
  );
});

describe('the conversion rate by day', () => {
  /** A visitor who buys twice on a day counts once; a server's purchase counts for the person's visitor of the day. */
  async function sendPurchases(): Promise<void> {
    const email = `${Date.now()}@example.com`;
    const { id: lead } = await createPerson(world, { email });
    await sendVisits(world, [visit('a', 2), visit('b', 2), visit('c', 2), visit('a', 1), visit('known', 0)]);
    await world.api.post('/api/identity', { visitorId: 'known', leadId: lead });
    await sendVisits(
      world,
      [
        { visitor: 'a', days: 2, type: 'order' },
        { visitor: 'a', days: 2, type: 'signup' },
        { visitor: 'b', days: 2, type: 'signup' },
        { visitor: 'a', days: 1, type: 'order' },
      ].map(({ visitor, days, type }) => ({ ...visit(visitor, days), type })),
    );
    for (const type of ['order', 'order']) await world.api.post('/api/v1/events', { type, email });
  }

  it.each([
    ['of one conversion', true],
    ['of several conversions', false],
  ])('%s equals the summary of each day', async (_, isPrimary) => {
    await createConversion(world.database, world.demo.workspaceId, { name: 'Order', eventType: 'order', isPrimary });
    await createConversion(world.database, world.demo.workspaceId, { name: 'Sign-up', eventType: 'signup' });
    await sendPurchases();
    const { body } = await world.api.get('/api/analytics/timeseries?metric=conversion_rate&period=7d');
    const rates = new Map<string, number>();
    for (const { date } of body as { date: string }[]) {
      rates.set(date, (await summary(`?from=${date}&to=${date}`)).conversionRate);
    }
    expect(new Map(body.map(({ date, value }: { date: string; value: number }) => [date, value]))).toEqual(rates);
    expect([...rates.values()].slice(-3)).toEqual([isPrimary ? 1 / 3 : 2 / 3, 1, 1]);
  });

  it('cannot be filtered by channel', async () => {
    expect(await world.api.get('/api/analytics/timeseries?metric=conversion_rate&channel=email')).toMatchObject({
      status: 400,
      body: { details: [{ path: 'channel' }] },
    });
  });
});
