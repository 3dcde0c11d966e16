import { newId } from '../../../db/connection/ids';
import type { Database } from '../../../db/connection/pool';
import { renameSubject } from '../../../db/erasure/erasure-records';
import type { Erasure } from '../../../db/erasure/erasures';
import type { EventToStore } from '../../../db/events/events';
import { endExecution } from '../../../db/journeys/executions';
import { insertMovement } from '../../../db/journeys/movements';
import { enterJourneys } from '../../../db/journeys/journey-entry';
import { cohortOf } from '../../../domain/journeys/holdout';
import { signalExecutions } from '../../../db/journeys/run-events';
import { findStartableJourney } from '../../../db/journeys/startable-journeys';
import { foldArmChanges, foldCohortChanges, purgeCohortSpans } from '../../../db/journeys/subject-totals';
import { countSubjects } from '../../../db/reports/calibrated-impact';
import {
  publishNextVersion,
  storeArmSubjects,
  storeSubjects,
  type JourneyName,
  type SubjectRow,
} from '../../support/journey-rows';
import { publishJourney, uniqueName } from '../../support/journeys';
import { recountSubjects, reportSubjects } from '../../support/recount-subjects';
import { seededRandom } from '../../support/seeded-random';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });
let database: Database;
let workspaceId: string;

beforeAll(async () => {
  database = world.connect(12);
  ({ workspaceId } = world.demo);
  await database('workspaces').where({ id: workspaceId }).update({ timezone: 'Asia/Kathmandu' });
});

const dayMs = 86_400_000;
const split = {
  id: 'split',
  kind: 'experiment',
  arms: ['plain', 'bold'].map((id) => ({ id, weight: 0.5, next: 'pause' })),
};
const pause = { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' };
const end = { id: 'end', kind: 'exit' };

async function publish(fields: Record<string, unknown> = {}): Promise<JourneyName> {
  const { id: journeyId } = await publishJourney(world, [split, pause, end], fields);
  return { workspaceId, journeyId };
}

const foldAll = async (): Promise<void> => {
  while ((await foldCohortChanges(database, 1_000)) > 0);
  while ((await foldArmChanges(database, 1_000)) > 0);
};

/** The actions of a person in a journey, in random order where possible. */
class Person {
  constructor(
    private readonly journey: JourneyName,
    private readonly endUserId: string,
    private readonly random: () => number,
  ) {}

  async live(goal: string): Promise<void> {
    const at = new Date(Date.now() - this.random() * 40 * dayMs);
    const executionId = await this.enter(at);
    if (executionId !== null) await this.takeArm(executionId);
    const further = [() => this.enter(new Date()), () => this.reachGoal(goal, at), () => this.reachGoal(goal, at)];
    // The goal window is still open after the execution has ended.
    if (executionId !== null)
      further.push(async () => {
        await endExecution(database, workspaceId, executionId, { status: 'COMPLETED', reason: 'end' });
        return null;
      });
    if (this.random() < 0.3) further.push(() => this.erase());
    if (this.random() < 0.1) further.push(() => this.leave());
    await Promise.all(further.map((act) => act()));
  }

  private enter(at: Date): Promise<string | null> {
    return database.transaction(async (transaction) => {
      const journey = await findStartableJourney(transaction, workspaceId, this.journey.journeyId);
      const received = { cause: newId('event'), eventData: {}, at, timezone: 'UTC' };
      const subject = { workspaceId, journeyId: this.journey.journeyId, endUserId: this.endUserId };
      const cohort = cohortOf(subject, journey!.holdoutPercent);
      const entry = { journey: journey!, endUserId: this.endUserId, cohort, ...received };
      const [entered] = await enterJourneys(transaction, [entry]);
      return entered?.started === true ? entered.executionId : null;
    });
  }

  private async takeArm(executionId: string): Promise<void> {
    const armId = this.random() < 0.5 ? 'plain' : 'bold';
    const left = { stepId: 'split', kind: 'experiment', status: 'executed' as const, armId };
    const movement = { workspaceId, executionId, left, at: { stepId: 'pause', kind: 'wait' as const } };
    const move = () => insertMovement(database, movement);
    await Promise.all([move(), move()]);
  }

  /** Within the window for some people, and after it for others. */
  private async reachGoal(goal: string, enteredAt: Date): Promise<null> {
    const occurredAt = new Date(enteredAt.getTime() + this.random() * 14 * dayMs);
    const event = { id: newId('event'), type: goal, occurredAt, receivedAt: new Date() } as EventToStore;
    const events = [{ endUserId: this.endUserId, event }];
    await database.transaction((transaction) => signalExecutions(transaction, workspaceId, events));
    return null;
  }

  private async erase(): Promise<null> {
    const erasure = { workspaceId, endUserId: this.endUserId, pseudonym: `erased_${this.endUserId}` } as Erasure;
    await renameSubject(database, erasure, 'journey_subjects');
    await renameSubject(database, erasure, 'journey_arm_subjects');
    return null;
  }

  private async leave(): Promise<null> {
    const row = { workspace_id: workspaceId, journey_id: this.journey.journeyId, end_user_id: this.endUserId };
    await database('journey_subjects').where(row).delete();
    await database('journey_arm_subjects').where(row).delete();
    return null;
  }
}

test('totals equal a recount with concurrent entries, re-entries, goals, erasures and folding', async () => {
  const goalEventName = uniqueName('goal');
  const journey = await publish({ goalEventName, goalEventWindowDays: 7, holdoutPercent: 30, reentry: 'always' });
  const random = seededRandom(11);
  const working = { on: true };
  const fold = async (): Promise<void> => {
    while (working.on) {
      await foldCohortChanges(database, 7);
      await foldArmChanges(database, 7);
    }
  };
  let compared = 0;
  const compare = async (): Promise<void> => {
    while (working.on) {
      // Reads both in one snapshot, because other transactions continue.
      await database.transaction(
        async (snapshot) => {
          const now = new Date();
          expect(await reportSubjects(snapshot, journey, now)).toEqual(await recountSubjects(snapshot, journey, now));
        },
        { isolationLevel: 'repeatable read' },
      );
      compared += 1;
    }
  };
  const others = [fold(), fold(), compare()];
  const people = Array.from({ length: 150 }, (_, index) => new Person(journey, `eus_${index}`, random));
  const [first, second] = [people.slice(0, 75), people.slice(75)];
  // Limited to four people at a time, each with several concurrent actions, so that the pool has enough connections.
  const live = async (group: Person[]): Promise<void> => {
    const left = [...group];
    const lane = async (): Promise<void> => {
      for (let person = left.pop(); person !== undefined; person = left.pop()) await person.live(goalEventName);
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
  };
  await live(first)
    .then(() => publishNextVersion(world, journey.journeyId, { goalEventWindowDays: 8 }))
    .then(() => live(second))
    .finally(() => (working.on = false));
  await Promise.all(others);

  const now = new Date();
  const recounted = await recountSubjects(database, journey, now);
  expect(await reportSubjects(database, journey, now)).toEqual(recounted);
  await foldAll();
  expect([await database('cohort_changes'), await database('arm_changes')]).toEqual([[], []]);
  expect(await reportSubjects(database, journey, now)).toEqual(recounted);
  // Checks that no part is empty.
  expect(compared).toBeGreaterThan(3);
  const { triggered, converted } = recounted.impact;
  expect(Math.min(triggered.exposed, triggered.holdout, converted.exposed, converted.holdout)).toBeGreaterThan(5);
  expect([recounted.arms[1].length, recounted.arms[2].length]).toEqual([2, 2]);
  expect(await database('journey_subjects').where('end_user_id', 'like', 'erased_%')).not.toEqual([]);
});

const subjects = (count: number, prefix: string, more: Partial<SubjectRow> = {}): SubjectRow[] =>
  Array.from({ length: count }, (_, index) => ({
    endUserId: `${prefix}_${index}`,
    cohort: 'exposed',
    firstEnteredAt: new Date(),
    ...more,
  }));

test('a rolled-back transaction or deleted journey is not counted', async () => {
  const journey = await publish();
  await storeSubjects(database, journey, subjects(3, 'eus'));
  await storeArmSubjects(database, journey, { stepId: 'split', armId: 'plain', to: 3, converted: 1 });
  await foldAll();
  const undone = database.transaction(async (transaction) => {
    await transaction('journey_subjects').where({ journey_id: journey.journeyId }).update({ converted_at: new Date() });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const now = new Date();
  expect(await reportSubjects(database, journey, now)).toEqual(await recountSubjects(database, journey, now));
  await database('journey_subjects').where({ journey_id: journey.journeyId }).delete();
  await database('journey_arm_subjects').where({ journey_id: journey.journeyId }).delete();
  await foldAll();
  const none = { exposed: 0, holdout: 0 };
  expect(await countSubjects(database, workspaceId, journey.journeyId)).toEqual({
    triggered: none,
    converted: none,
  });
  expect((await reportSubjects(database, journey, now)).arms).toEqual({ all: [], 1: [], 2: [] });
});

test.each(['America/St_Johns', 'Asia/Kathmandu', 'Pacific/Chatham', 'UTC'])(
  'days follow the timezone %s, whatever it was when subjects entered',
  async (timezone) => {
    const journey = await publish();
    const random = seededRandom(3);
    const now = new Date();
    const rows = subjects(400, 'eus').map((row, index) => ({
      ...row,
      cohort: index % 3 === 0 ? ('holdout' as const) : ('exposed' as const),
      firstEnteredAt: new Date(now.getTime() - random() * 35 * dayMs),
      convertedAt: index % 5 === 0 ? now : null,
    }));
    await storeSubjects(database, journey, rows);
    await foldCohortChanges(database, 200);
    await database('workspaces').where({ id: workspaceId }).update({ timezone });
    await foldAll();
    expect(await reportSubjects(database, journey, now)).toEqual(await recountSubjects(database, journey, now));
  },
);

test('quarter hours older than 60 days are deleted, and the totals keep their subjects', async () => {
  const journey = await publish();
  await storeSubjects(database, journey, [
    ...subjects(2, 'old', { firstEnteredAt: new Date(Date.now() - 61 * dayMs) }),
    ...subjects(3, 'new'),
  ]);
  await foldAll();
  const spans = () => database('cohort_spans').where({ journey_id: journey.journeyId }).sum({ subjects: 'subjects' });
  expect(await spans()).toEqual([{ subjects: '3' }]);
  await database('cohort_spans').insert({
    workspace_id: workspaceId,
    journey_id: journey.journeyId,
    starts_at: new Date(Date.now() - 61 * dayMs),
    cohort: 'exposed',
    subjects: 2,
    converted: 0,
  });
  expect(await purgeCohortSpans(database, new AbortController().signal)).toBe(1);
  expect(await spans()).toEqual([{ subjects: '3' }]);
  const { triggered } = await countSubjects(database, workspaceId, journey.journeyId);
  expect(triggered).toEqual({ exposed: 5, holdout: 0 });
});
