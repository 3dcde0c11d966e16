import type { Database } from '../../../db/connection/pool';
import type { EventToStore } from '../../../db/events/events';
import { findReceivedEvent, lockEventWait } from '../../../db/journeys/event-waits';
import { signalExecutions } from '../../../db/journeys/run-events';
import { uniqueName } from '../../support/journeys';
import { countLockWaits } from '../../support/lock-waits';
import { startRuns } from '../../support/started-runs';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });
let groups: Database;

beforeAll(() => {
  groups = world.connect(2, 'groups');
});

/** Number of statements of `groups` that wait for a lock. */
const waiting = (): Promise<number> => countLockWaits(world.database, { application: 'groups' });

/** Each execution waits for an order and for its payment. Reads the events that each wait has received. */
async function waitForOrders(people: number) {
  const { database, demo } = world;
  const [order, payment] = [uniqueName('order'), uniqueName('payment')];
  const journey_id = await startRuns(world, uniqueName('goal'), people);
  await database.raw(
    `insert into execution_steps (workspace_id, execution_id, step_id, kind, status, resumes_at, awaits_event, entered_at)
     select :workspaceId, e.id, s.event, 'wait', 'waiting', now() + interval '1 day', s.event, '-infinity'
       from executions e cross join unnest(cast(:names as text[])) as s (event) where e.journey_id = :journey_id`,
    { workspaceId: demo.workspaceId, journey_id, names: [order, payment] },
  );
  return {
    journey_id,
    order,
    payment,
    signal: (events: { id: string; type: string; endUserId: string; occurredAt?: Date }[]) =>
      groups.transaction((transaction) =>
        signalExecutions(
          transaction,
          demo.workspaceId,
          events.map(({ endUserId, ...event }, index) => ({
            endUserId,
            event: { occurredAt: new Date(Date.now() + index), ...event, receivedAt: new Date() } as EventToStore,
          })),
        ),
      ),
    received: async (): Promise<string[]> => {
      const rows = await database('execution_steps as s')
        .join('executions as e', 'e.id', 's.execution_id')
        .where({ journey_id })
        .whereNotNull('heard_event_id')
        .orderBy(['end_user_id', 'heard_event_id'])
        .select<{ end_user_id: string; step_id: string; heard_event_id: string }[]>();
      const nameOf = (step: string): string => (step === order ? 'order' : 'payment');
      return rows.map((row) => `${row.end_user_id} ${nameOf(row.step_id)} ${row.heard_event_id}`);
    },
    signaled: async (): Promise<string[]> =>
      database('outbox as o')
        .join('executions as e', 'e.id', database.raw("split_part(o.subject_id, ':', 1)"))
        .where({ journey_id, kind: 'signal_execution' })
        .orderBy('end_user_id')
        .pluck('end_user_id'),
  };
}

test('each wait receives the event of its own person and name from one commit', async () => {
  const { order, payment, signal, received, signaled } = await waitForOrders(2);
  await signal([
    { id: 'payment-998', type: payment, endUserId: 'person-998' },
    { id: 'order-999', type: order, endUserId: 'person-999' },
    { id: 'payment-999', type: payment, endUserId: 'person-999' },
  ]);
  expect(await received()).toEqual([
    'person-998 payment payment-998',
    'person-999 order order-999',
    'person-999 payment payment-999',
  ]);
  expect(await signaled()).toEqual(['person-998', 'person-999']);
});

test('an event counts from the time of entry', async () => {
  const { journey_id, order, payment, signal, received } = await waitForOrders(1);
  const entry = new Date('2026-11-20T12:00:00.000Z');
  await world
    .database('execution_steps')
    .whereIn('execution_id', world.database('executions').where({ journey_id }).select('id'))
    .update({ entered_at: entry });
  await signal([
    { id: 'order-before', type: order, endUserId: 'person-999', occurredAt: new Date(entry.getTime() - 1) },
    { id: 'payment-then', type: payment, endUserId: 'person-999', occurredAt: entry },
  ]);
  expect(await received()).toEqual(['person-999 payment payment-then']);
});

test('a wait receives the earliest of several events in one commit, or the first at the same time', async () => {
  const { order, payment, signal, received } = await waitForOrders(1);
  const at = (ms: number): Date => new Date(Date.now() + ms);
  const then = at(0);
  await signal([
    { id: 'order-later', type: order, endUserId: 'person-999', occurredAt: at(2_000) },
    { id: 'order-earlier', type: order, endUserId: 'person-999', occurredAt: at(1_000) },
    { id: 'payment-first', type: payment, endUserId: 'person-999', occurredAt: then },
    { id: 'payment-second', type: payment, endUserId: 'person-999', occurredAt: then },
  ]);
  expect(await received()).toEqual(['person-999 order order-earlier', 'person-999 payment payment-first']);
});

test('a wait receives one event, and none after it or its execution has ended', async () => {
  const { journey_id, order, payment, signal, received } = await waitForOrders(5);
  const stepOf = (person: string) =>
    world
      .database('execution_steps')
      .whereIn('execution_id', world.database('executions').where({ journey_id, end_user_id: person }).select('id'));
  const runOf = (person: string) => world.database('executions').where({ journey_id, end_user_id: person });
  await stepOf('person-998').update({ resumes_at: new Date(Date.now() - 1_000) });
  await stepOf('person-997').update({ status: 'executed', left_at: new Date() });
  await runOf('person-996').update({ status: 'CANCELED', ended_at: new Date() });
  const people = ['person-999', 'person-998', 'person-997', 'person-996'];
  await signal(people.map((endUserId) => ({ id: 'first', type: order, endUserId })));
  await signal(people.map((endUserId) => ({ id: 'second', type: order, endUserId })));
  await signal([{ id: 'paid', type: payment, endUserId: 'person-995' }]);
  expect(await received()).toEqual(['person-995 payment paid', 'person-999 order first']);
});

test.each([
  ['received another event', { heard_event_id: 'first' }, ['person-999 order first']],
  ['was left', { status: 'executed', left_at: new Date() }, []],
])('a wait that %s during the arrival of an event does not receive it', async (_what, change, expected) => {
  const { journey_id, order, signal, received, signaled } = await waitForOrders(1);
  let signaling: Promise<void> | undefined;
  await world.database.transaction(async (transaction) => {
    const runs = transaction('executions').where({ journey_id }).select('id');
    await transaction('execution_steps').whereIn('execution_id', runs).where({ step_id: order }).update(change);
    signaling = signal([{ id: 'second', type: order, endUserId: 'person-999' }]);
    await waitFor(async () => (await waiting()) === 1, { what: 'the event to wait for the step' });
  });
  await signaling;
  expect(await received()).toEqual(expected);
  expect(await signaled()).toEqual([]);
});

test('a wait that was left or does not exist is over, whatever its time', async () => {
  const { journey_id, order, payment } = await waitForOrders(1);
  const { workspaceId } = world.demo;
  const { id: executionId } = await world.database('executions').where({ journey_id }).first();
  const stateOf = (stepId: string) =>
    world.database.transaction((transaction) => lockEventWait(transaction, { workspaceId, executionId, stepId }));
  const stepsOf = () => world.database('execution_steps').where({ execution_id: executionId });
  expect(await stateOf(order)).toEqual({ received: false, over: false });
  await stepsOf().where({ step_id: order }).update({ heard_event_id: 'paid' });
  expect(await stateOf(order)).toEqual({ received: true, over: false });
  expect(await findReceivedEvent(world.database, workspaceId, executionId)).toBe('paid');
  await stepsOf().where({ step_id: order }).update({ status: 'executed', left_at: new Date() });
  expect(await stateOf(order)).toEqual({ received: true, over: true });
  expect(await findReceivedEvent(world.database, workspaceId, executionId)).toBeNull();
  await stepsOf()
    .where({ step_id: payment })
    .update({ resumes_at: new Date(Date.now() - 1_000) });
  expect(await stateOf(payment)).toEqual({ received: false, over: true });
  expect(await stateOf('gone')).toEqual({ received: false, over: true });
});
