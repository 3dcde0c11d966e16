import { insertMovement } from '../../../db/journeys/movements';
import { replayRejectedEvents } from '../../../operations/events/replay-rejected';
import { createSubject, executionsOf, publishJourney, uniqueName } from '../../support/journeys';
import { operationContext } from '../../support/operation-context';
import { useWorld } from '../../support/world';

/** `historical: true` on a keyed batch loads and counts past events without side effects. */

const world = useWorld({ temporal: false });

const load = (events: unknown[], fields: object = {}) =>
  world.api.post('/api/v1/events', { historical: true, events, ...fields });
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const stored = (messageId: string) => world.database('events').where({ message_id: messageId }).first();

test('times stay as given, without clamping or correction by sentAt', async () => {
  const email = `${uniqueName('person')}@example.com`;
  const events = [31, 200, 700].map((days) => ({
    type: 'order_placed',
    email,
    timestamp: daysAgo(days),
    messageId: uniqueName('m'),
  }));
  expect((await load(events, { sentAt: daysAgo(3) })).body).toEqual({ received: 3 });
  for (const { messageId, timestamp } of events) {
    const row = await stored(messageId);
    expect([row.occurred_at.toISOString(), row.clock_adjusted]).toEqual([timestamp, false]);
  }
});

test('future times and events not marked as historical are clamped', async () => {
  const email = `${uniqueName('person')}@example.com`;
  const event = (timestamp: string) => ({ type: 'order_placed', email, timestamp, messageId: uniqueName('m') });
  const [ahead, old, loaded] = [event(daysAgo(-2)), event(daysAgo(200)), event(daysAgo(200))];
  await load([ahead]);
  await world.api.post('/api/v1/events', { events: [old] });
  await world.api.post('/api/v1/events', { historical: false, events: [loaded] });
  for (const { messageId } of [ahead, old, loaded]) {
    const row = await stored(messageId);
    expect([row.clock_adjusted, row.occurred_at]).toEqual([true, row.received_at]);
  }
});

test('a historical event starts no journey; the same event without the mark starts one', async () => {
  const { id, eventName } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  const { email } = await createSubject(world);
  const event = { type: eventName, email, timestamp: new Date().toISOString() };
  expect((await load([event])).status).toBe(200);
  expect(await executionsOf(world, id)).toEqual([]);
  expect(await world.database('journey_entries').where({ journey_id: id })).toEqual([]);
  expect((await world.api.post('/api/v1/events', { events: [event] })).status).toBe(200);
  expect(await executionsOf(world, id)).toHaveLength(1);
});

/** Starts an execution that waits for `awaited` and has the goal `goalEventName`. */
async function startWaiting() {
  const [awaited, goalEventName] = [uniqueName('awaited'), uniqueName('goal')];
  const untilEvent = { eventName: awaited, timeout: 'P30D', timeoutNext: 'end' };
  const steps = [
    { id: 'wait', kind: 'wait', untilEvent, next: 'end' },
    { id: 'end', kind: 'exit' },
  ];
  const { eventName } = await publishJourney(world, steps, { goalEventName, goalEventWindowDays: 7 });
  const { id, email } = await createSubject(world);
  await world.api.post('/api/v1/events', { type: eventName, email });
  const run = await world.database('executions').where({ end_user_id: id }).first();
  // The same row that the worker writes on arrival.
  await insertMovement(world.database, {
    workspaceId: world.demo.workspaceId,
    executionId: run.id,
    at: {
      stepId: 'wait',
      kind: 'wait',
      resumesAt: new Date(Date.now() + 30 * 86_400_000),
      awaits: { eventName: awaited, where: null },
    },
  });
  const state = async () => {
    const { goal_event_id: goal } = await world.database('executions').where({ id: run.id }).first();
    const { heard_event_id: received } = await world
      .database('execution_steps')
      .where({ execution_id: run.id })
      .first();
    const { converted_at: converted } = await world.database('journey_subjects').where({ end_user_id: id }).first();
    const signals = await world
      .database('outbox')
      .where({ kind: 'signal_execution' })
      .whereLike('subject_id', `${run.id}:%`);
    return { goal: goal !== null, received: received !== null, converted: converted !== null, signals: signals.length };
  };
  return { awaited, goalEventName, email, state };
}

test('a historical event releases no wait and reaches no goal', async () => {
  const { awaited, goalEventName, email, state } = await startWaiting();
  const nothing = { goal: false, received: false, converted: false, signals: 0 };
  const timestamp = new Date(Date.now() + 1_000).toISOString();
  const events = [awaited, goalEventName].map((type) => ({ type, email, timestamp }));
  expect((await load(events)).body).toEqual({ received: 2 });
  expect(await state()).toEqual(nothing);
  await world.api.post('/api/v1/events', { events });
  expect(await state()).toEqual({ goal: true, received: true, converted: true, signals: 1 });
});

test('historical events count for conditions on events', async () => {
  const { email } = await createSubject(world);
  const type = uniqueName('bought');
  const condition = { event: type, within: 'P365D', atLeast: 2 };
  const matching = async () => (await world.api.post('/api/audiences/preview', { condition })).body;
  const before = await matching();
  await load([100, 200].map((days) => ({ type, email, timestamp: daysAgo(days) })));
  expect(before.count).toBe(0);
  expect((await matching()).count).toBe(1);
});

test('an event older than the retention is rejected with the reason, also in a replay', async () => {
  const email = `${uniqueName('person')}@example.com`;
  const event = (days: number) => ({
    type: 'order_placed',
    email,
    timestamp: daysAgo(days),
    messageId: uniqueName('m'),
  });
  const old = event(900);
  const response = await load([event(700), old]);
  expect(response.body).toEqual({
    received: 1,
    rejected: [{ index: 1, code: 'VALIDATION_ERROR', message: expect.stringContaining('retentionDays') }],
  });
  const replay = () =>
    replayRejectedEvents(operationContext(world, {}), {
      workspaceId: world.demo.workspaceId,
      dryRun: false,
    });
  expect(await replay()).toEqual({ stored: 0, refused: 1 });
  await world.api.patch('/api/workspace', { retentionDays: 1_000 });
  expect(await replay()).toEqual({ stored: 1, refused: 0 });
  expect((await stored(old.messageId)).occurred_at.toISOString()).toBe(old.timestamp);
  await world.api.patch('/api/workspace', { retentionDays: 730 });
});

test('pages cannot mark events as historical', async () => {
  const messageId = uniqueName('m');
  const event = {
    type: 'pageview',
    visitorId: uniqueName('v'),
    url: 'https://x.example/',
    timestamp: daysAgo(200),
    messageId,
  };
  const { workspaceKey } = world.demo;
  expect((await world.api.post('/api/events', { workspaceKey, historical: true, events: [event] })).status).toBe(200);
  expect((await stored(messageId)).clock_adjusted).toBe(true);
});
