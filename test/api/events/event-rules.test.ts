import { replayRejectedEvents } from '../../../operations/events/replay-rejected';
import { internalApi } from '../../support/internal';
import { createSubject, publishJourney, uniqueName } from '../../support/journeys';
import { operationContext } from '../../support/operation-context';
import { useWorld } from '../../support/world';

/** Rules for the ids, URLs and amounts of events, and what a keyed caller learns about journeys. */

const world = useWorld({ temporal: false });

const url = 'https://shop.example.com/';
const send = (body: unknown) => world.api.post('/api/v1/events', body);
const track = (body: object) => world.api.post('/api/events', { workspaceKey: world.demo.workspaceKey, ...body });
const storedOf = (type: string) => world.database('events').where({ type });
const linksOf = (visitorId: string) => world.database('visitor_links').where({ visitor_id: visitorId });

async function createCustomer(): Promise<{ userId: string; email: string; id: string }> {
  const [userId, email] = [uniqueName('customer'), `${uniqueName('person')}@example.com`];
  await send({ type: 'seen', userId, email });
  const { body } = await world.api.get(`/api/end-users?email=${email}`);
  return { userId, email, id: body.data[0].id };
}

describe('a placeholder instead of an id', () => {
  const email = 'placeholder@example.com';
  const ofPages = { type: 'seen', visitorId: 'v', url };
  it.each<[string, string, () => Promise<{ status: number; body: unknown }>]>([
    ['a server event', 'userId', () => send({ type: 'seen', userId: 'undefined', email })],
    ['the visitor of a server event', 'visitorId', () => send({ type: 'seen', visitorId: ' NULL ', email })],
    ['a page event', 'visitorId', () => track({ ...ofPages, visitorId: '[object Object]' })],
    ['the person of a page event', 'userId', () => track({ ...ofPages, userId: 'anonymous' })],
    ['a batch', 'userId', () => track({ userId: 'NaN', events: [ofPages] })],
    ['a keyed batch', 'visitorId', () => send({ visitorId: '0', events: [{ type: 'seen' }] })],
    ['a link', 'leadId', () => world.api.post('/api/identity', { visitorId: 'v', leadId: 'null' })],
    ['an undone link', 'visitorId', () => world.api.post('/api/identity/undo', { visitorId: ' ', leadId: 'eus_1' })],
    ['reading an identity', 'visitorId', () => world.api.get('/api/identity?visitorId=undefined')],
    ['the path of a lead', 'leadId', () => world.api.get('/api/attribution/paths/undefined')],
    [
      'an assignment',
      'visitorId',
      async () => {
        const variants = [{ name: 'A' }, { name: 'B' }];
        const { body } = await world.api.post('/api/experiments', { name: 'Any', targetUrl: url, variants });
        return world.api.post(`/api/experiments/${body.id}/assign`, { visitorId: 'true' });
      },
    ],
    [
      'stitching',
      'visitorId',
      () =>
        world.api.post('/api/identity/stitch', {
          workspaceKey: world.demo.workspaceKey,
          visitorId: 'undefined',
          email,
        }),
    ],
    [
      'a dispatch',
      'event.userId',
      () =>
        internalApi(world).post('/api/journeys/internal/dispatch', {
          workspaceId: world.demo.workspaceId,
          event: { type: 'seen', userId: 'guest' },
        }),
    ],
  ])('is refused in %s with the name of the field', async (_, path, request) => {
    const { status, body } = await request();
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: [{ path }] } });
    expect(await world.database('end_users').where({ email })).toEqual([]);
  });

  it('is rejected in a batch, without affecting the other events', async () => {
    const good = { type: uniqueName('good'), userId: uniqueName('customer') };
    const { body } = await send({ events: [{ type: 'seen', userId: 'nil', email }, good] });
    expect(body).toEqual({
      received: 1,
      rejected: [{ index: 0, code: 'PLACEHOLDER_ID', message: expect.stringContaining('userId') }],
    });
    expect(await storedOf(good.type)).toHaveLength(1);
  });
});

describe('a userId and an email that belong to different people', () => {
  it('are refused, and nothing is stored or linked', async () => {
    const [one, other] = [await createCustomer(), await createCustomer()];
    const [type, visitorId] = [uniqueName('mixed'), uniqueName('v')];
    const mixed = { type, visitorId, userId: one.userId, email: other.email };
    expect(await send(mixed)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await send({ ...mixed, userId: one.id, visitorId: undefined })).toMatchObject({ status: 409 });
    const event = { type, endUserId: one.id, email: other.email };
    const body = { workspaceId: world.demo.workspaceId, event };
    expect(await internalApi(world).post('/api/journeys/internal/dispatch', body)).toMatchObject({ status: 409 });
    expect(await storedOf(type)).toEqual([]);
    expect(await linksOf(visitorId)).toEqual([]);
    expect((await send({ ...mixed, email: one.email })).status).toBe(200);
  });

  it('are rejected in a batch and kept for a replay', async () => {
    const [one, other] = [await createCustomer(), await createCustomer()];
    const type = uniqueName('mixed');
    const mixed = { type, userId: one.userId, email: other.email };
    const { body } = await send({ events: [{ type }, mixed, { type, userId: one.userId }] });
    expect(body).toEqual({
      received: 1,
      rejected: [
        { index: 0, code: 'VALIDATION_ERROR', message: expect.any(String) },
        { index: 1, code: 'IDENTITY_CONFLICT', message: expect.stringContaining('different people') },
      ],
    });
    const kept = world.database('rejected_events').where({ code: 'IDENTITY_CONFLICT', payload: JSON.stringify(mixed) });
    expect(await kept).toHaveLength(1);
    const { status } = await send({ email: other.email, events: [{ type, userId: one.userId }] });
    expect(status).toBe(400);
    expect(await storedOf(type)).toHaveLength(1);
    // A replay rejects it again, until the people are the same.
    const replay = () =>
      replayRejectedEvents(operationContext(world, {}), {
        workspaceId: null,
        dryRun: false,
      });
    await replay();
    expect(await kept.clone().whereNotNull('replayed_at')).toEqual([]);
  });
});

test('the url of an event must be absolute', async () => {
  const refused = { status: 400, body: { code: 'VALIDATION_ERROR', details: [{ path: 'url' }] } };
  expect(await track({ type: 'seen', visitorId: 'v', url: '/pricing' })).toMatchObject(refused);
  expect(await send({ type: 'seen', visitorId: 'v', url: 'javascript:alert(1)' })).toMatchObject(refused);
  expect((await send({ type: 'seen', visitorId: 'v', url: null })).status).toBe(200);
  const { body } = await track({
    events: [
      { type: 'seen', visitorId: 'v', url: 'blob:x' },
      { type: 'seen', visitorId: 'v', url },
    ],
  });
  expect(body).toMatchObject({ received: 1, rejected: [{ index: 0, code: 'INVALID_URL' }] });
});

test('amounts that cannot be counted are reported, and the events are stored', async () => {
  const type = uniqueName('bought');
  const event = (data: object) => ({ type, visitorId: 'v', data });
  expect((await send(event({ revenue: '49.90', currency: 'eur' }))).body).not.toHaveProperty('warnings');
  const warning = (index: number) => ({ index, code: 'AMOUNT_IGNORED', message: expect.any(String) });
  expect((await send(event({ revenue: 49.9, currency: '€' }))).body).toMatchObject({ warnings: [warning(0)] });
  const events = [{ type }, event({ revenue: 1 }), event({ revenue: '1,000', currency: 'EUR' })];
  expect((await send({ events })).body).toMatchObject({ received: 2, warnings: [warning(2)] });
  expect(await storedOf(type)).toHaveLength(4);
});

test('integers beyond 2^53 keep their digits', async () => {
  const type = uniqueName('ordered');
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${world.demo.serverKey}` };
  const body = `{"type":"${type}","visitorId":"v","data":{"order":9007199254740993}}`;
  await world.api.raw('/api/v1/events', { method: 'POST', headers, body });
  const { rows } = await world.database.raw(`select data::text from events where type = ?`, [type]);
  expect(rows).toEqual([{ data: '{"order": "9007199254740993"}' }]);
});

describe('the response to a single keyed event', () => {
  const steps = [
    { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' },
    { id: 'end', kind: 'exit' },
  ];

  it('lists the journeys that started, and why the others did not', async () => {
    const { id, eventName: type } = await publishJourney(world, steps, { reentry: 'once' });
    const { id: personId, email, visitorId } = await createSubject(world);
    const messageId = uniqueName('m');
    const skipped = (reason: string) => ({ received: 1, started: [], skipped: [{ journeyId: id, reason }] });
    expect((await send({ type, visitorId: uniqueName('stranger') })).body).toEqual(skipped('unverified'));
    const first = await send({ type, visitorId, messageId });
    expect(first.body).toEqual({
      received: 1,
      started: [{ journeyId: id, executionId: expect.stringMatching(/^exe_/) }],
      skipped: [],
    });
    expect((await send({ type, email, messageId })).body).toEqual(skipped('duplicate'));
    expect((await world.api.post(`/api/end-users/${personId}/events`, { type })).body).toEqual(skipped('reentry'));
    expect((await send({ events: [{ type, email }] })).body).toEqual({ received: 1 });
    await world.api.post(`/api/journeys/${id}/pause`);
    expect((await send({ type, email })).body).toEqual(skipped('paused'));
    expect((await send({ type: uniqueName('other'), email })).body).toEqual({ received: 1, started: [], skipped: [] });
  });

  it.each([
    ['holdout', { holdoutPercent: 100 }],
    ['audience', { audience: { field: 'attributes.plan', operator: 'equals', value: 'pro' } }],
  ])('gives the reason %s', async (reason, fields) => {
    const { audience, ...own } = fields as { audience?: object; holdoutPercent?: number };
    const created =
      audience && (await world.api.post('/api/audiences', { name: uniqueName('pro'), condition: audience }));
    const { id, eventName: type } = await publishJourney(world, steps, {
      ...own,
      ...(created && { audienceId: created.body.id }),
    });
    const { email } = await createSubject(world);
    expect((await send({ type, email })).body).toMatchObject({ started: [], skipped: [{ journeyId: id, reason }] });
  });
});

test('an event about a person is never flagged as a bot, and may link a visitor', async () => {
  const { id } = await createSubject(world);
  const [type, visitorId] = [uniqueName('called'), uniqueName('v')];
  const { body } = await world.api.raw(`/api/end-users/${id}/events`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Googlebot/2.1',
      authorization: `Bearer ${world.demo.userKey}`,
    },
    body: JSON.stringify({ type, visitorId, url }),
  });
  expect(body).toEqual({ received: 1, started: [], skipped: [] });
  expect(await storedOf(type)).toMatchObject([{ end_user_id: id, visitor_id: visitorId, is_bot: false }]);
  expect(await linksOf(visitorId)).toMatchObject([{ end_user_id: id, strength: 'verified' }]);
  expect((await world.api.post('/api/end-users/eus_unknown/events', { type })).status).toBe(404);
});
