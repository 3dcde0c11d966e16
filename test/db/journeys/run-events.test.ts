import type { Database } from '../../../db/connection/pool';
import type { EventToStore } from '../../../db/events/events';
import { signalExecutions } from '../../../db/journeys/run-events';
import { createSubject, publishJourney, trackEvent, uniqueName } from '../../support/journeys';
import { countLockWaits } from '../../support/lock-waits';
import { seededRandom } from '../../support/seeded-random';
import { startRuns } from '../../support/started-runs';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });
let groups: Database;

beforeAll(() => {
  groups = world.connect(shares.length, 'groups');
});

const people = 300;
const shares = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

/** One plan reads rows in table order, the reverse of their ids, and the other in id order. */
const plans = ['hash', 'merge'].map((join) =>
  ['nestloop', 'hashjoin', 'mergejoin', 'indexscan', 'bitmapscan']
    .filter((one) => !one.startsWith(join))
    .map((one) => `set local enable_${one} = off`)
    .join('; '),
);

/** Goal events of about this share of the people, in random order. */
const reachedBy = (goal: string, share: number, random: () => number) =>
  Array.from({ length: people }, (_, index) => ({
    endUserId: `person-${999 - index}`,
    place: random(),
    chosen: random(),
  }))
    .filter(({ chosen, endUserId }) => chosen < share || endUserId === 'person-850')
    .sort((a, b) => a.place - b.place)
    .map(({ endUserId }) => ({
      endUserId,
      event: { id: uniqueName('event'), type: goal, occurredAt: new Date(), receivedAt: new Date() } as EventToStore,
    }));

const waiting = (): Promise<number> => countLockWaits(world.database, { application: 'groups' });

test.each(['executions', 'journey_subjects', 'journey_arm_subjects'])(
  'concurrent groups of goals on the same %s wait for each other without a deadlock',
  async (table) => {
    const random = seededRandom(7);
    const goal = uniqueName('goal');
    const journey_id = await startRuns(world, goal, people);
    const signaled: Promise<void>[] = [];
    await world.database.transaction(async (holder) => {
      // Each group processes about half of its changes and then waits.
      await holder(table).where({ journey_id, end_user_id: 'person-850' }).forUpdate().select('end_user_id');
      for (const [index, share] of shares.entries()) {
        const events = reachedBy(goal, share, random);
        signaled.push(
          groups.transaction(async (transaction) => {
            await transaction.raw(plans[index % plans.length]!);
            await signalExecutions(transaction, world.demo.workspaceId, events);
          }),
        );
      }
      await waitFor(async () => (await waiting()) === shares.length, { what: 'all groups to wait' });
    });
    const problems = (await Promise.allSettled(signaled)).filter(({ status }) => status === 'rejected');
    expect(problems).toEqual([]);
    const unreported = {
      executions: 'goal_event_id',
      journey_subjects: 'converted_at',
      journey_arm_subjects: 'converted_at',
    };
    for (const [name, column] of Object.entries(unreported))
      expect(await world.database(name).where({ journey_id }).whereNull(column)).toEqual([]);
  },
);

test.each([
  ['a millisecond before the entry', -1, false],
  ['at the very time of the entry, committed after it,', 0, true],
  ['a millisecond later', 1, true],
])('a goal event %s converts only if it is not before the entry', async (_name, afterMs, isReached) => {
  const goalEventName = uniqueName('goal');
  const wait = { id: 'wait', kind: 'wait', duration: 'P1D', next: 'end' };
  const journey = await publishJourney(world, [wait, { id: 'end', kind: 'exit' }], { goalEventName });
  const { visitorId } = await createSubject(world);
  const enteredAtMs = Date.now() - 60_000;
  const at = (ms: number): string => new Date(ms).toISOString();
  await trackEvent(world, journey.eventName, visitorId, { timestamp: at(enteredAtMs) });
  await trackEvent(world, goalEventName, visitorId, { timestamp: at(enteredAtMs + afterMs) });
  const execution = await world.database('executions').where({ journey_id: journey.id }).first();
  const subject = await world.database('journey_subjects').where({ journey_id: journey.id }).first();
  expect([execution.goal_event_id !== null, subject.converted_at !== null]).toEqual([isReached, isReached]);
});

const enteredAt = Date.parse('2026-03-01T10:00:00Z');
const windowEnds = Date.parse('2026-03-08T10:00:00Z');

/** The result for a journey's only execution after goal events in one commit. */
async function reachGoal(times: readonly number[]) {
  const goal = uniqueName('goal');
  const iso = (ms: number): string => new Date(ms).toISOString();
  const journey_id = await startRuns(world, goal, 1, { from: iso(enteredAt), until: iso(windowEnds) });
  const events = times.map((ms) => {
    const event = { id: iso(ms), type: goal, occurredAt: new Date(ms), receivedAt: new Date() } as EventToStore;
    return { endUserId: 'person-999', event };
  });
  await groups.transaction((transaction) => signalExecutions(transaction, world.demo.workspaceId, events));
  const execution = await world.database('executions').where({ journey_id }).first();
  const subject = await world.database('journey_subjects').where({ journey_id }).first();
  const arm = await world.database('journey_arm_subjects').where({ journey_id }).first();
  const commands = await world.database('outbox').whereLike('subject_id', `${execution.id}%`).pluck('kind');
  return {
    execution: execution.goal_event_id as string | null,
    subject: [subject.goal_event_id, (subject.converted_at as Date | null)?.toISOString() ?? null],
    arm: (arm.converted_at as Date | null)?.toISOString() ?? null,
    commands,
  };
}

const notReached = { execution: null, subject: [null, null], arm: null, commands: [] };
const reachedAt = (ms: number) => {
  const at = new Date(ms).toISOString();
  return { execution: at, subject: [at, at], arm: at, commands: ['signal_execution'] };
};

test('a goal counts until the end of its window, for execution, subject and arm', async () => {
  expect(await reachGoal([windowEnds])).toEqual(reachedAt(windowEnds));
  expect(await reachGoal([windowEnds + 1])).toEqual(notReached);
});

test('a goal counts from the time of the entry', async () => {
  expect(await reachGoal([enteredAt - 1])).toEqual(notReached);
  expect(await reachGoal([enteredAt])).toEqual(reachedAt(enteredAt));
});

/** Sends a batch with a server key. All events are from one person, and one of them starts the journey. */
async function batch(events: (names: { start: string; goal: string }) => object[], holdoutPercent = 0) {
  const goal = uniqueName('goal');
  const wait = { id: 'wait', kind: 'wait', duration: 'P1D', next: 'end' };
  const { id: journey_id, eventName: start } = await publishJourney(world, [wait, { id: 'end', kind: 'exit' }], {
    goalEventName: goal,
    holdoutPercent,
  });
  const email = `${uniqueName('lead')}@example.com`;
  const sent = events({ start, goal }).map((event) => ({ email, ...event }));
  expect(await world.api.post('/api/v1/events', { events: sent })).toMatchObject({ body: { received: sent.length } });
  const run = await world.database('executions').where({ journey_id }).first();
  const subject = await world.database('journey_subjects').where({ journey_id }).first();
  return { run: run === undefined ? undefined : run.goal_event_id !== null, subject: subject.converted_at !== null };
}

test('with equal times in a batch, only an event after the start counts as a goal', async () => {
  const timed = (fields: object) => ({
    ...fields,
    timestamp: new Date(Date.now() - 60_000).toISOString().slice(0, 19) + 'Z',
  });
  const after = ({ start, goal }: { start: string; goal: string }) => [{ type: start }, { type: goal }];
  expect(await batch(after)).toEqual({ run: true, subject: true });
  expect(await batch((names) => after(names).map(timed))).toEqual({ run: true, subject: true });
  expect(await batch((names) => after(names).reverse())).toEqual({ run: false, subject: false });
  expect(await batch(after, 100)).toEqual({ run: undefined, subject: true });
});

test('an event that starts an execution is not its goal, and goals count even if the start is in the future', async () => {
  const goalEventName = uniqueName('both');
  const contract = await world.api.post('/api/trigger-contracts', { eventName: goalEventName });
  const wait = { id: 'wait', kind: 'wait', duration: 'P1D', next: 'end' };
  const fields = { goalEventName, triggerContractId: contract.body.id };
  const { id } = await publishJourney(world, [wait, { id: 'end', kind: 'exit' }], fields);
  const { visitorId } = await createSubject(world);
  const goals = () => world.database('executions').where({ journey_id: id }).pluck('goal_event_id');
  const ahead = new Date(Date.now() + 30 * 60_000).toISOString();
  await trackEvent(world, goalEventName, visitorId, { timestamp: ahead });
  expect(await goals()).toEqual([null]);
  await trackEvent(world, goalEventName, visitorId);
  expect(await goals()).toEqual([expect.any(String)]);
});

test('the earliest of several goals in one commit counts', async () => {
  const later = enteredAt + 2_000;
  expect(await reachGoal([later, enteredAt + 1_000, later + 1_000])).toEqual(reachedAt(enteredAt + 1_000));
});

test('a goal counts once, and only for a running execution', async () => {
  const goal = uniqueName('goal');
  const journey_id = await startRuns(world, goal, 3);
  const runs = () => world.database('executions').where({ journey_id }).orderBy('end_user_id').pluck('goal_event_id');
  await world
    .database('executions')
    .where({ journey_id, end_user_id: 'person-997' })
    .update({ status: 'COMPLETED', ended_at: new Date() });
  const reach = (id: string, people: string[]) => {
    const event = { id, type: goal, occurredAt: new Date(), receivedAt: new Date() } as EventToStore;
    const events = people.map((endUserId) => ({ endUserId, event }));
    return groups.transaction((transaction) => signalExecutions(transaction, world.demo.workspaceId, events));
  };
  await reach('first', ['person-997', 'person-998']);
  await reach('second', ['person-997', 'person-998', 'person-999']);
  expect(await runs()).toEqual([null, 'first', 'second']);
});
