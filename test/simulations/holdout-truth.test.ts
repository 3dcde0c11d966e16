import { newId } from '../../db/connection/ids';
import { cohortOf } from '../../domain/journeys/holdout';
import { publishNextVersion, storeRuns, storeSubjects, type JourneyName } from '../support/journey-rows';
import { publishJourney } from '../support/journeys';
import { recountImpact } from '../support/recount-journey';
import { seededRandom } from '../support/seeded-random';
import { useWorld } from '../support/world';

/** Simulates a known lift and compares calibrated impact with it and with a recount of the raw rows. */

const world = useWorld({ temporal: false });

const hourMs = 3_600_000;
const subjectCount = 20_000;
const holdoutPercent = 20;
const windowDays = 7;
/** Conversion rates of subjects. */
const rates = { holdout: 0.1, exposed: 0.13 };
const knownLift = 0.3;

interface SimulatedEntry {
  endUserId: string;
  cause: string;
  version: number;
  cohort: 'exposed' | 'holdout';
  at: Date;
  runId: string | null;
}

interface SimulatedEvent {
  type: string;
  endUserId: string;
  at: Date;
  isBot?: boolean;
}

/** Every subject enters by version 1 or 2, and every third subject once more by the later version. */
function simulate({ workspaceId, journeyId }: JourneyName, goal: string, now: Date) {
  const random = seededRandom(20_260_101);
  const entries: SimulatedEntry[] = [];
  const events: SimulatedEvent[] = [];
  const convertedAt = new Map<string, Date>();
  const enter = (endUserId: string, version: number, at: Date): SimulatedEntry => {
    const cohort = cohortOf({ workspaceId, journeyId, endUserId }, holdoutPercent);
    const runId = cohort === 'exposed' ? newId('execution') : null;
    return { endUserId, cause: newId('event'), version, cohort, at, runId };
  };
  for (let index = 0; index < subjectCount; index += 1) {
    const endUserId = `eus_${index}`;
    const enteredAt = new Date(now.getTime() - (9 + random() * 36) * 24 * hourMs);
    const after = (hours: number): Date => new Date(enteredAt.getTime() + hours * hourMs);
    const first = enter(endUserId, index % 2 === 0 ? 1 : 2, enteredAt);
    entries.push(first);
    if (index % 3 === 0) entries.push(enter(endUserId, 2, after(5)));
    const isDelayed = random() < 0.1;
    if (random() < rates[first.cohort]) {
      const at = after(random() * windowDays * 24);
      convertedAt.set(endUserId, at);
      events.push({ type: goal, endUserId, at }, { type: goal, endUserId, at: after(windowDays * 24) });
    } else if (isDelayed) {
      events.push(
        { type: goal, endUserId, at: after(windowDays * 24 + 0.001) },
        { type: goal, endUserId, at: after(-0.001) },
        { type: `not ${goal}`, endUserId, at: after(1) },
        { type: goal, endUserId, at: after(1), isBot: true },
      );
    }
  }
  return { entries, events, convertedAt };
}

async function storeRawRows(journey: JourneyName, { entries, events }: ReturnType<typeof simulate>): Promise<void> {
  const { database } = world;
  const runs = entries.flatMap(({ runId, endUserId, version, at }) =>
    runId === null ? [] : [{ id: runId, endUserId, version, startedAt: at }],
  );
  await storeRuns(database, journey, runs);
  const entryRows = entries.map(({ endUserId, cause, version, cohort, at, runId }) => ({
    workspace_id: journey.workspaceId,
    journey_id: journey.journeyId,
    end_user_id: endUserId,
    cause,
    version,
    cohort,
    once: false,
    execution_id: runId,
    entered_at: at,
  }));
  await database.batchInsert('journey_entries', entryRows, 1_000);
  const eventRows = events.map(({ type, endUserId, at, isBot = false }) => ({
    workspace_id: journey.workspaceId,
    occurred_at: at,
    id: newId('event'),
    received_at: at,
    type,
    end_user_id: endUserId,
    is_bot: isBot,
  }));
  await database.batchInsert('events', eventRows, 1_000);
}

test('20,000 subjects with a known lift: the report finds it, with cohorts that persist across versions', async () => {
  const { id: journeyId, eventName } = await publishJourney(world, [{ id: 'end', kind: 'exit' }], {
    holdoutPercent,
    goalEventName: 'bought',
    goalEventWindowDays: windowDays,
  });
  await publishNextVersion(world, journeyId, { steps: [{ id: 'finish', kind: 'exit' }] });
  const journey = { workspaceId: world.demo.workspaceId, journeyId };
  expect(eventName).not.toBe('bought');
  const simulated = simulate(journey, 'bought', new Date());
  const { entries, convertedAt } = simulated;
  await storeRawRows(journey, simulated);
  const firsts = [...new Map([...entries].reverse().map((entry) => [entry.endUserId, entry])).values()];
  await storeSubjects(
    world.database,
    journey,
    firsts.map(({ endUserId, cohort, version, at }) => ({
      endUserId,
      cohort,
      version,
      firstEnteredAt: at,
      convertedAt: convertedAt.get(endUserId) ?? null,
    })),
  );

  const sides = new Map<string, Set<string>>();
  for (const { endUserId, cohort } of entries) sides.set(endUserId, (sides.get(endUserId) ?? new Set()).add(cohort));
  expect([...sides.values()].filter(({ size }) => size !== 1)).toEqual([]);
  const seenTwice = entries.length - sides.size;
  expect([sides.size, seenTwice]).toEqual([subjectCount, Math.ceil(subjectCount / 3)]);

  const requested = new Date();
  const { body: impact } = await world.api.get(`/api/journeys/${journeyId}/calibrated-impact`);
  expect(impact).toEqual(await recountImpact(world.database, journey.workspaceId, journeyId, requested));
  const { triggered, converted, exposureRate, holdoutRate, lift, underpowered } = impact;
  expect(triggered.exposed + triggered.holdout).toBe(subjectCount);
  expect(Math.abs(triggered.holdout / subjectCount - holdoutPercent / 100)).toBeLessThan(0.015);
  expect(converted.exposed + converted.holdout).toBe(convertedAt.size);
  expect(underpowered).toBe(false);

  // The interval of the ratio of two rates, on a log scale. The cohorts hash ids that are new in each run, so a 95 %
  // interval would miss once in twenty runs. Four standard errors miss once in 16,000.
  const variance = (rate: number, subjects: number): number => (1 - rate) / (rate * subjects);
  const error = Math.sqrt(variance(exposureRate, triggered.exposed) + variance(holdoutRate, triggered.holdout));
  const standardErrors = 4;
  const [low, high] = [-1, 1].map((side) => Math.exp(Math.log(1 + lift) + side * standardErrors * error) - 1) as [
    number,
    number,
  ];
  expect(low).toBeLessThan(knownLift);
  expect(high).toBeGreaterThan(knownLift);
  expect(high - low).toBeLessThan(1);
});
