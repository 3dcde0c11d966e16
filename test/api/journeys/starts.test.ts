import { apiClient } from '../../support/api-client';
import { createSubject, executionsOf, publishJourney, uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const steps = [
  { id: 'wait', kind: 'wait', duration: 'PT1H', next: 'end' },
  { id: 'end', kind: 'exit' },
];
const start = (journeyId: string, endUserId: string) =>
  world.api.post(`/api/journeys/${journeyId}/executions`, { endUserId });

describe('a manual start', () => {
  it('creates an execution or returns the reason why not', async () => {
    const [subject, other] = [await createSubject(world), await createSubject(world, { plan: 'pro' })];
    const journey = await publishJourney(world, steps);
    const started = await start(journey.id, subject.id);
    expect(started).toMatchObject({ status: 201, body: { endUserId: subject.id, status: 'RUNNING', version: 1 } });
    expect(await start(journey.id, subject.id)).toMatchObject({
      status: 200,
      body: { started: false, reason: 'reentry' },
    });
    const heldOut = await publishJourney(world, steps, { holdoutPercent: 100 });
    expect((await start(heldOut.id, subject.id)).body).toEqual({ started: false, reason: 'holdout' });
    const condition = { field: 'attributes.plan', operator: 'equals', value: 'pro' };
    const audience = await world.api.post('/api/audiences', { name: 'Pro', condition });
    const scoped = await publishJourney(world, steps, { audienceId: audience.body.id });
    expect((await start(scoped.id, subject.id)).body).toEqual({ started: false, reason: 'audience' });
    expect((await start(scoped.id, other.id)).status).toBe(201);
  });

  it('requires a published journey and a person', async () => {
    const subject = await createSubject(world);
    const draft = await world.api.post('/api/journeys', { name: 'Draft', steps });
    expect((await start(draft.body.id, subject.id)).body).toMatchObject({ code: 'CONFLICT', status: 409 });
    const journey = await publishJourney(world, steps);
    expect((await start(journey.id, 'eus_none')).status).toBe(404);
    expect((await start('jrn_none', subject.id)).status).toBe(404);
    await world.api.post(`/api/journeys/${journey.id}/pause`);
    expect((await start(journey.id, subject.id)).status).toBe(409);
  });
});

test('another service starts a journey once per key for any number of parallel requests', async () => {
  const internal = apiClient(world.apiUrl, world.environment['SYNC_API_KEY']);
  const subject = await createSubject(world);
  const journey = await publishJourney(world, steps, { reentry: 'always' });
  const body = { workspaceId: world.demo.workspaceId, journeyId: journey.id, endUserId: subject.id };
  const keys = [uniqueName('key'), uniqueName('key')];
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      internal.post('/api/journeys/internal/start-execution', { ...body, idempotencyKey: keys[index % 2] }),
    ),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(new Set(responses.map((response) => response.body.executionArn)).size).toBe(2);
  expect(await executionsOf(world, journey.id)).toHaveLength(2);
  const unauthorized = await world.api.post('/api/journeys/internal/start-execution', { ...body, idempotencyKey: 'x' });
  expect(unauthorized.status).toBe(401);
});

test('a repeated key returns the holdout result again', async () => {
  const internal = apiClient(world.apiUrl, world.environment['SYNC_API_KEY']);
  const subject = await createSubject(world);
  const journey = await publishJourney(world, steps, { reentry: 'always', holdoutPercent: 100 });
  const body = { workspaceId: world.demo.workspaceId, journeyId: journey.id, endUserId: subject.id };
  const startByKey = () =>
    internal.post('/api/journeys/internal/start-execution', { ...body, idempotencyKey: 'held-out' });
  const heldOut = { status: 200, body: { started: false, reason: 'holdout' } };
  expect(await startByKey()).toMatchObject(heldOut);
  expect(await startByKey()).toMatchObject(heldOut);
});

test('a person in the holdout group stays in it, also with re-entry once', async () => {
  const subject = await createSubject(world);
  const journey = await publishJourney(world, steps, { reentry: 'once', holdoutPercent: 100 });
  for (let time = 0; time < 2; time += 1) {
    const response = await world.api.post(`/api/journeys/${journey.id}/executions`, { endUserId: subject.id });
    expect(response).toMatchObject({ status: 200, body: { started: false, reason: 'holdout' } });
  }
  expect((await world.api.get(`/api/journeys/${journey.id}/calibrated-impact`)).body.triggered).toEqual({
    exposed: 0,
    holdout: 1,
  });
});

test('an event with two different people is refused', async () => {
  const internal = apiClient(world.apiUrl, world.environment['SYNC_API_KEY']);
  const [one, other] = [await createSubject(world), await createSubject(world)];
  const dispatch = (event: object) =>
    internal.post('/api/journeys/internal/dispatch', { workspaceId: world.demo.workspaceId, event });
  const refused = await dispatch({ type: 'signup', endUserId: one.id, userId: other.id });
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'event.userId' }] } });
  expect((await dispatch({ type: 'signup', endUserId: one.id, userId: one.id })).status).toBe(200);
});

test('another service sends an event and gets the started and the skipped journeys', async () => {
  const internal = apiClient(world.apiUrl, world.environment['SYNC_API_KEY']);
  const subject = await createSubject(world);
  const journey = await publishJourney(world, steps);
  const dispatch = (event: Record<string, unknown>, workspaceId = world.demo.workspaceId) =>
    internal.post('/api/journeys/internal/dispatch', { workspaceId, event: { type: journey.eventName, ...event } });
  const first = await dispatch({ endUserId: subject.id, data: { total: 20 } });
  expect(first.body).toMatchObject({
    started: [{ journeyId: journey.id, endUserId: subject.id, status: 'RUNNING' }],
    skipped: [],
  });
  expect((await dispatch({ email: subject.email })).body).toEqual({
    started: [],
    skipped: [{ journeyId: journey.id, reason: 'reentry' }],
  });
  const messageId = uniqueName('m');
  const visitorId = uniqueName('v');
  const email = `${uniqueName('new')}@example.com`;
  expect((await dispatch({ visitorId, email, messageId })).body.started).toHaveLength(1);
  expect((await dispatch({ visitorId, email, messageId })).body).toEqual({
    started: [],
    skipped: [{ journeyId: journey.id, reason: 'duplicate' }],
  });
  expect((await dispatch({})).status).toBe(400);
  expect((await dispatch({ endUserId: 'eus_none' })).status).toBe(404);
  expect((await dispatch({ email }, 'wsp_none')).status).toBe(404);
});

test('an execution that starts with a wait receives only later events of the same batch', async () => {
  const awaited = uniqueName('awaited');
  const untilEvent = { eventName: awaited, timeout: 'P1D', timeoutNext: 'end' };
  const { id, eventName } = await publishJourney(world, [
    { id: 'wait', kind: 'wait', untilEvent, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const receivedBy = async (types: string[]): Promise<unknown[]> => {
    const email = `${uniqueName('person')}@example.com`;
    await world.api.post('/api/v1/events', { events: types.map((type) => ({ type, email })) });
    return world
      .database('execution_steps as s')
      .join('executions as e', 'e.id', 's.execution_id')
      .join('end_users as u', 'u.id', 'e.end_user_id')
      .leftJoin('events as v', 'v.id', 's.heard_event_id')
      .where({ journey_id: id, email })
      .pluck('v.type');
  };
  expect(await receivedBy([eventName, awaited])).toEqual([awaited]);
  expect(await receivedBy([awaited, eventName])).toEqual([null]);
});

test('publishing with seven different faults reports seven problems in one response', async () => {
  const response = await world.api.post('/api/journeys', {
    name: 'Faulty',
    audienceId: 'aud_none',
    triggerContractId: 'trg_none',
    steps: [
      { id: 'mail', kind: 'send', communicationId: 'com_none', next: 'fork' },
      { id: 'fork', kind: 'branch', arms: [], else: 'split' },
      {
        id: 'split',
        kind: 'experiment',
        arms: [
          { id: 'a', weight: 0.5, next: 'mail' },
          { id: 'b', weight: 0.4, next: 'nowhere' },
        ],
      },
      { id: 'island', kind: 'exit' },
    ],
  });
  expect(response.status).toBe(201);
  const published = await world.api.post(`/api/journeys/${response.body.id}/publish`);
  expect(published.body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 });
  const messages = published.body.details.map(({ message }: { message: string }) => message).join('\n');
  for (const fault of [
    /aud_none/,
    /trg_none/,
    /com_none/,
    /"fork" has no arms/,
    /add up to 0\.9/,
    /"nowhere", which does not exist/,
    /mail → fork → split → mail/,
    /"island" cannot be reached/,
  ]) {
    expect(messages).toMatch(fault);
  }
});
