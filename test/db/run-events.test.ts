import { connect, type Database } from '../../db/connection/pool';
import type { EventToStore } from '../../db/events/events';
import { signalExecutions } from '../../db/journeys/run-events';
import { createSubject, publishJourney, trackEvent, uniqueName } from '../support/journeys';
import { seededRandom } from '../support/seeded-random';
import { waitFor } from '../support/wait-for';
import { createWorld, type World } from '../support/world';

let world: World;
let groups: Database;

beforeAll(async () => {
  world = await createWorld({ temporal: false });
  groups = connect({ url: world.databaseUrl, poolSize: shares.length, applicationName: 'groups' });
});

afterAll(async () => {
  await groups.destroy();
  await world.stop();
});

const people = 300;
const shares = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

/** Rows as they lie in the table, which is the other way round than their ids, and rows by their ids. */
const plans = ['hash', 'merge'].map((join) =>
  ['nestloop', 'hashjoin', 'mergejoin', 'indexscan', 'bitmapscan']
    .filter((one) => !one.startsWith(join))
    .map((one) => `set local enable_${one} = off`)
    .join('; '),
);

/** A journey in which everybody has a run that waits for a goal of its own, and has reached an arm. */
async function startRuns(goal: string): Promise<string> {
  const { id } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  const named = { workspaceId: world.demo.workspaceId, id, goal, people };
  const person = `'person-' || 1000 - n as end_user_id`;
  await world.database.raw(
    `insert into executions (workspace_id, id, journey_id, version, end_user_id, exclusive, current_step_id, event_id,
                             goal_event_name, goal_until)
     select :workspaceId, :id || '-' || 1000 - n, :id, 1, ${person}, true, 'end', 'cause', :goal, 'infinity'
       from generate_series(1, :people) n`,
    named,
  );
  await world.database.raw(
    `insert into journey_entries (workspace_id, journey_id, end_user_id, cause, version, cohort, once, execution_id, entered_at)
     select :workspaceId, :id, ${person}, 'cause', 1, 'exposed', false, :id || '-' || 1000 - n, '-infinity'
       from generate_series(1, :people) n`,
    named,
  );
  await world.database.raw(
    `insert into journey_subjects (workspace_id, journey_id, end_user_id, version, cohort, first_entered_at, goal_event_name,
                                   goal_until)
     select :workspaceId, :id, ${person}, 1, 'exposed', '-infinity', :goal, 'infinity' from generate_series(1, :people) n`,
    named,
  );
  await world.database.raw(
    `insert into journey_arm_subjects (workspace_id, journey_id, step_id, arm_id, end_user_id, version, reached_at,
                                       goal_event_name, goal_until)
     select :workspaceId, :id, 'which', 'this', ${person}, 1, '-infinity', :goal, 'infinity'
       from generate_series(1, :people) n`,
    named,
  );
  return id;
}

/** The goal, reached by about this share of the people, who come in any order. */
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

const waiting = async (): Promise<number> => {
  const [row] = await world
    .database('pg_stat_activity')
    .whereRaw('datname = current_database()')
    .where({ application_name: 'groups', wait_event_type: 'Lock' })
    .count<{ count: string }[]>();
  return Number(row!.count);
};

test.each(['executions', 'journey_subjects', 'journey_arm_subjects'])(
  'groups of goals that meet on the same %s wait for each other, and never in a circle',
  async (table) => {
    const random = seededRandom(7);
    const goal = uniqueName('goal');
    const journey_id = await startRuns(goal);
    const signaled: Promise<void>[] = [];
    await world.database.transaction(async (holder) => {
      // Everybody gets to about the middle of what they change, and waits there for one another.
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
    const untold = {
      executions: 'goal_event_id',
      journey_subjects: 'converted_at',
      journey_arm_subjects: 'converted_at',
    };
    for (const [name, column] of Object.entries(untold))
      expect(await world.database(name).where({ journey_id }).whereNull(column)).toEqual([]);
  },
);

test.each([
  ['at the very time of the entry', 0, false],
  ['a millisecond later', 1, true],
])('a goal event %s converts accordingly', async (_name, afterMs, isReached) => {
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
