import { createSubject, publishJourney } from '../support/journeys';
import { useWorld } from '../support/world';

/** Dates in bodies at the limits of the years that PostgreSQL and JavaScript both support. */

const world = useWorld({ temporal: false });

const stepsUntil = (until: string) => [
  { id: 'wait', kind: 'wait', until, next: 'end' },
  { id: 'end', kind: 'exit' },
];
const ratesFrom = (date: string) => ({ exchangeRates: { base: 'EUR', rates: [{ currency: 'USD', date, rate: 0.9 }] } });
const simulationAt = (at: string) => ({ subjectAttributes: { plan: 'pro' }, at });

const tooEarly = '0000-01-01T00:00:00Z';
/** Converted to UTC, these are in the year before and the year after. */
const [earlier, later] = ['0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-12:00'];

describe.each([tooEarly, earlier, later])('%s is refused with its field', (at) => {
  test.each([
    ['post', '/api/journeys', { name: 'x', steps: stepsUntil(at) }, 'steps.0.until'],
    ['post', '/api/targets', { metric: 'orders', target: 5, deadline: at }, 'deadline'],
    ['post', '/api/keys', { name: 'x', expiresAt: at }, 'expiresAt'],
    ['post', '/api/transactional-api-keys', { name: 'x', expiresAt: at }, 'expiresAt'],
    ['post', '/api/end-users', { consent: { marketing: true, at } }, 'consent.at'],
  ] as const)('%s %s', async (method, path, body, place) => {
    const { status, body: refusal } = await world.ownerApi[method](path, body);
    expect({ status, paths: refusal.details?.map((one: { path: string }) => one.path) }).toEqual({
      status: 400,
      paths: [place],
    });
  });

  test('as the start of a simulation', async () => {
    const { id } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
    const refused = await world.api.post(`/api/journeys/${id}/simulate`, simulationAt(at));
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'at' }] } });
  });
});

test('a date in year 0 is refused', async () => {
  expect(await world.api.patch('/api/workspace', ratesFrom('0000-01-01'))).toMatchObject({
    status: 400,
    body: { details: [{ path: 'exchangeRates.rates.0.date' }] },
  });
  const target = { metric: 'orders', target: 5, deadline: '0000-01-01' };
  expect(await world.api.post('/api/targets', target)).toMatchObject({ status: 400 });
  const row = (date: string) => ({ date, campaign: 'Brand', spend: 1 });
  const imported = await world.api.post('/api/metrics/billboards/import', { rows: [row('0000-12-31')] });
  expect(imported).toMatchObject({ status: 400, body: { details: [{ path: 'rows.0' }] } });
});

test('the first and last supported dates are accepted', async () => {
  for (const date of ['0001-01-01', '9999-12-31']) {
    expect((await world.api.patch('/api/workspace', ratesFrom(date))).status).toBe(200);
  }
  await world.api.patch('/api/workspace', { exchangeRates: null });
  // A wait may end up to 99 years from now.
  for (const until of ['0001-01-01T00:00:00Z', `${new Date().getUTCFullYear() + 98}-12-31T23:59:59Z`]) {
    const { id } = await publishJourney(world, stepsUntil(until));
    const { id: endUserId } = await createSubject(world);
    expect(await world.api.post(`/api/journeys/${id}/executions`, { endUserId })).toMatchObject({ status: 201 });
    expect(await world.api.post(`/api/journeys/${id}/simulate`, { subjectId: endUserId })).toMatchObject({
      status: 200,
    });
  }
});

test('a simulation can start in any year from 1900, with conditions on earlier events', async () => {
  const hasBought = { event: 'purchase', within: 'P5Y', atLeast: 1 };
  const steps = [
    { id: 'split', kind: 'branch', arms: [{ id: 'buyer', when: hasBought, next: 'end' }], else: 'end' },
    { id: 'end', kind: 'exit' },
  ];
  const { id } = await publishJourney(world, steps);
  const { id: subjectId } = await createSubject(world);
  for (const at of ['1900-01-01T00:00:00Z', '9998-12-31T23:59:59Z']) {
    const { status, body } = await world.api.post(`/api/journeys/${id}/simulate`, { subjectId, at });
    expect({ status, at: body.trace?.[0].at }).toEqual({ status: 200, at: new Date(at).toISOString() });
  }
});

test('an event with an unsupported time uses its time of receipt', async () => {
  const visitorId = 'early';
  for (const timestamp of [tooEarly, earlier, later]) {
    const event = { type: 'pageview', visitorId, timestamp };
    expect((await world.api.post('/api/v1/events', event)).status).toBe(200);
    const loaded = await world.api.post('/api/v1/events', { historical: true, events: [event] });
    expect(loaded.status).toBeLessThan(500);
  }
});
