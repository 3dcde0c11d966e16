import { drainRollups } from '../../../operations/analytics/drain-rollups';
import { countCompletions } from '../../support/count-completions';
import { storeHistory } from '../../support/event-history';
import { createPerson, uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const goals = '/api/conversion-goals';
const create = async (body: object) => (await world.api.post(goals, { name: 'Order', ...body })).body;
const track = async (event: object): Promise<void> => {
  const response = await world.api.post('/api/v1/events', { visitorId: 'v1', ...event });
  expect(response.body).toMatchObject({ received: 1 });
};
const count = async (id: string) => {
  await drainRollups(world, world.demo.workspaceId);
  return countCompletions(world.database, world.demo.workspaceId, id);
};

describe('creating', () => {
  it.each([
    [
      { type: 'custom_event', eventName: 'purchase' },
      { type: 'custom_event', eventType: 'purchase' },
    ],
    [{ eventType: 'purchase' }, { type: 'custom_event', eventName: 'purchase' }],
    [{ eventType: 'form_submit' }, { type: 'form_submit', eventName: null, eventType: 'form_submit' }],
    [
      { type: 'form_submit', selector: 'form#signup' },
      { selector: 'form#signup', eventType: 'form_submit' },
    ],
    [
      { type: 'pageview', targetUrl: '/thanks' },
      { targetUrl: '/thanks', urlPattern: '/thanks', selector: null },
    ],
    [
      { eventType: 'pageview', urlPattern: '/thanks' },
      { type: 'pageview', targetUrl: '/thanks' },
    ],
    [
      { type: 'click', targetUrl: null, selector: null, conditions: null },
      { targetUrl: null, conditions: {} },
    ],
    [{ type: 'file_download' }, { eventType: 'file_download' }],
    [{ type: 'engaged_time', conditions: { seconds: 30 } }, { conditions: { seconds: 30 } }],
    [
      { type: 'custom_event', eventName: 'purchase', eventType: 'purchase' },
      { eventType: 'purchase', eventName: 'purchase' },
    ],
  ])('%j returns %j', async (given, expected) => {
    const { status, body } = await world.api.post(goals, { name: 'Order', ...given });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Order', isPrimary: false, ...expected });
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining([
        ...['id', 'name', 'type', 'eventName', 'targetUrl', 'selector', 'isPrimary', 'eventType', 'urlPattern'],
        ...['conditions', 'createdAt', 'updatedAt'],
      ]),
    );
    expect((await world.api.get(`${goals}/${body.id}`)).body).toEqual(body);
    expect((await world.api.get(goals)).body[0]).toEqual(body);
  });

  it.each([
    [{}, 'type'],
    [{ type: 'custom_event' }, 'eventName'],
    [{ type: 'custom_event', eventName: null }, 'eventName'],
    [{ type: 'sale' }, 'type'],
    [{ type: 'click', eventName: 'purchase' }, 'eventName'],
    [{ type: 'click', eventType: 'purchase' }, 'eventType'],
    [{ type: 'custom_event', eventName: 'purchase', eventType: 'order' }, 'eventType'],
    [{ type: 'pageview', targetUrl: '/a', urlPattern: '/b' }, 'urlPattern'],
    [{ type: 'pageview', targetUrl: 're:(a+)+' }, 'targetUrl'],
    [{ type: 'pageview', selector: 'a' }, 'selector'],
    [{ type: 'click', selector: 'a:hover' }, 'selector'],
    [{ type: 'click', selector: 'a >' }, 'selector'],
    [{ type: 'engaged_time', conditions: { seconds: '30' } }, 'conditions.seconds'],
    [{ type: 'click', isPrimary: 'yes' }, 'isPrimary'],
    [{ type: 'click', goal: 1 }, 'goal'],
    [{ name: '', type: 'click' }, 'name'],
    [{ eventType: 'x', conditions: [] }, 'conditions'],
  ])('refuses %j because of %s', async (given, path) => {
    const { status, body } = await world.api.post(goals, { name: 'Order', ...given });
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });
});

describe('changing', () => {
  it('accepts the id in the body or in the path and keeps other fields', async () => {
    const { id } = await create({ type: 'click', selector: 'a.buy', targetUrl: '/shop/*' });
    const renamed = await world.api.patch(goals, { id, name: 'Bought' });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toMatchObject({ name: 'Bought', selector: 'a.buy', targetUrl: '/shop/*' });
    const older = await world.api.patch(`${goals}/${id}`, { eventType: 'purchase', urlPattern: null });
    expect(older.body).toMatchObject({ type: 'custom_event', eventName: 'purchase', selector: null, targetUrl: null });
    expect((await world.api.patch(`${goals}/${id}`, { conditions: { plan: 'pro' } })).body).toMatchObject({
      eventType: 'purchase',
      conditions: { plan: 'pro' },
    });
    expect((await world.api.patch(`${goals}/${id}`, { eventName: null })).status).toBe(400);
    expect((await world.api.patch(`${goals}/${id}`, { type: 'form_submit' })).body.eventType).toBe('form_submit');
    expect((await world.api.patch(goals, { name: 'Nameless' })).status).toBe(400);
    expect((await world.api.patch(goals, { id: 'cnv_none', name: 'X' })).status).toBe(404);
    const log = await world.database('audit_entries').where({ subject_type: 'conversion', subject_id: id });
    expect(log.map(({ action }) => action)).toContain('conversion.updated');
  });

  it('keeps exactly one primary conversion under concurrent changes', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => create({ type: 'click', isPrimary: true })));
    await Promise.all(made.map(({ id }) => world.api.patch(`${goals}/${id}`, { isPrimary: true })));
    const primary = (await world.api.get(goals)).body.filter((one: { isPrimary: boolean }) => one.isPrimary);
    expect(primary).toHaveLength(1);
    await world.api.patch(goals, { id: made[0].id, isPrimary: true });
    const now = (await world.api.get(goals)).body.filter((one: { isPrimary: boolean }) => one.isPrimary);
    expect(now).toMatchObject([{ id: made[0].id }]);
    await world.api.patch(goals, { id: made[0].id, isPrimary: false });
  });

  it('deletes by query and by path, once', async () => {
    const [one, other] = [await create({ type: 'click' }), await create({ type: 'click' })];
    expect((await world.api.delete(`${goals}?id=${one.id}`)).body).toEqual({ id: one.id, deleted: true });
    expect((await world.api.delete(`${goals}?id=${one.id}`)).status).toBe(404);
    expect((await world.api.delete(`${goals}/${other.id}`)).body).toEqual({ id: other.id, deleted: true });
    expect((await world.api.get(`${goals}/${other.id}`)).status).toBe(404);
    expect((await world.api.delete(goals)).status).toBe(400);
  });
});

describe('counting', () => {
  it('counts matching events before and after the definition, also without a visitor', async () => {
    const type = uniqueName('purchase');
    await track({ type, data: { plan: 'pro', revenue: 49.9, currency: 'EUR' } });
    await track({ type, data: { plan: 'free' } });
    const primary = await create({ eventType: type, isPrimary: true });
    const pro = await create({ eventType: type, conditions: { plan: 'pro' } });
    expect(primary.backfill).toEqual({ status: 'completed', doneDays: 1, totalDays: 1 });
    await track({ type, data: { plan: 'pro' } });
    await track({ type, visitorId: undefined, email: `${type}@example.com`, data: { plan: 'pro' } });
    expect(await count(primary.id)).toMatchObject({ completions: 4, subjects: 2 });
    expect(await count(pro.id)).toMatchObject({ completions: 3, revenue: [{ currency: 'EUR', micros: 49_900_000n }] });
    const { body } = await world.api.get('/api/analytics/summary');
    expect(body.conversions).toBe(4);
    await world.api.patch(`${goals}/${primary.id}`, { conditions: { plan: 'free' } });
    expect((await world.api.get('/api/analytics/summary')).body.conversions).toBe(1);
  });

  it('matches the snippet’s events for clicks, forms, pages and time', async () => {
    const defined = {
      click: await create({ type: 'click', selector: 'main > .offer a.buy' }),
      form: await create({ type: 'form_submit', selector: 'form#signup', targetUrl: '/sign-up' }),
      example: await create({ type: 'form_submit', selector: 'main form#signup', targetUrl: '/sign-up' }),
      page: await create({ type: 'pageview', targetUrl: 'https://shop.example.com/thanks*' }),
      time: await create({ type: 'engaged_time', targetUrl: '/sign-up', conditions: { seconds: 30 } }),
      stay: await create({ type: 'engaged_time', conditions: { seconds: 60 } }),
    };
    const url = 'https://shop.example.com/sign-up';
    const click = { type: 'click', url, data: { tag: 'a', id: null, classes: ['buy'] } };
    await track({ ...click, data: { ...click.data, path: 'main > div.offer > p > a.buy' } });
    await track({ ...click, data: { ...click.data, path: 'main > div > a.buy' } });
    const place = { classes: [], path: 'main > form#signup' };
    await track({ type: 'form_submit', url, data: { id: 'signup', name: null, action: '/sign-up', ...place } });
    await track({ type: 'form_submit', url, data: { id: 'search', name: null, action: '/' } });
    await track({ type: 'pageview', url: 'https://shop.example.com/thanks?order=1' });
    await track({ type: 'pageview', url });
    await track({ type: 'engaged_time', url, data: { seconds: 30 } });
    await track({ type: 'engaged_time', url, data: { seconds: 12 } });
    for (const [seconds, totalSeconds] of [
      [20, 20],
      [25, 45],
      [25, 70],
      [20, 90],
    ])
      await track({ type: 'engaged_time', url: `${url}/other`, data: { seconds, totalSeconds } });
    for (const { id } of Object.values(defined)) expect((await count(id)).completions).toBe(1);
  });
});

describe('figures', () => {
  const dayMs = 86_400_000;
  const ago = (days: number): Date => new Date(Date.now() - days * dayMs);
  const dateOf = (at: Date): string => at.toISOString().slice(0, 10);

  it('have completions and revenue by day, those without a visitor included, and the previous period', async () => {
    const type = uniqueName('ordered');
    const { id } = await create({ eventType: type });
    await create({ eventType: uniqueName('other') });
    const sold = (visitorId: string, days: number, data: object) => ({
      id: uniqueName('event'),
      type,
      visitorId,
      occurredAt: ago(days),
      data,
    });
    await storeHistory(world.database, world.demo.workspaceId, [
      sold('a', 2, { revenue: 10.1, currency: 'EUR' }),
      sold('b', 2, { revenue: 20.2, currency: 'EUR' }),
      sold('a', 1, { revenue: '5', currency: 'USD' }),
      sold('a', 8, { revenue: 7, currency: 'EUR' }),
      sold('a', 20, { revenue: 1_000, currency: 'EUR' }),
    ]);
    await track({ type, visitorId: undefined, email: 'buyer@example.com' });
    const { status, body } = await world.api.get(`${goals}/${id}/figures?period=7d`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      conversionId: id,
      name: expect.any(String),
      isPrimary: false,
      completions: 4,
      previousCompletions: 1,
      period: { from: dateOf(ago(6)), to: dateOf(ago(0)) },
      previousPeriod: { from: dateOf(ago(13)), to: dateOf(ago(7)) },
      revenue: [
        { currency: 'EUR', amount: 30.3, previousAmount: 7 },
        { currency: 'USD', amount: 5, previousAmount: 0 },
      ],
    });
    expect(body.days.map(({ completions }: { completions: number }) => completions)).toEqual([0, 0, 0, 0, 2, 1, 1]);
    expect(body.days[5]).toMatchObject({ date: dateOf(ago(1)), previousCompletions: 1 });
    const all = (await world.api.get(`${goals}/figures?period=7d`)).body;
    expect(all.find((one: { conversionId: string }) => one.conversionId === id)).toEqual(body);
    expect(all[0]).toMatchObject({ completions: 0, revenue: [] });
    const refused = await world.api.get(`${goals}/${id}/figures?period=7d&from=2026-01-01`);
    expect(refused.status).toBe(400);
    expect((await world.api.get(`${goals}/cnv_none/figures`)).status).toBe(404);
  });

  it('lists the newest completions with the person, the page and the amount', async () => {
    const type = uniqueName('bought');
    const { id } = await create({ eventType: type });
    const visitorId = uniqueName('visitor');
    const { id: person } = await createPerson(world, { email: `${type}@example.com` });
    await track({ type, visitorId, url: 'https://shop.example.com/thanks', data: { revenue: 12.5, currency: 'EUR' } });
    await track({ type, visitorId: uniqueName('visitor') });
    await world.api.post('/api/identity', { visitorId, leadId: person });
    const { body } = await world.api.get(`${goals}/${id}/completions`);
    expect(body).toMatchObject([
      { endUserId: null, email: null, url: null, amount: null, currency: null },
      {
        endUserId: person,
        email: `${type}@example.com`,
        visitorId,
        url: 'https://shop.example.com/thanks',
        amount: 12.5,
        currency: 'EUR',
      },
    ]);
    expect((await world.api.get(`${goals}/${id}/completions?limit=1`)).body).toEqual([body[0]]);
  });
});
