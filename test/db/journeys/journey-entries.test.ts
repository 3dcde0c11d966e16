import type { Database } from '../../../db/connection/pool';
import { enterJourneys, type Candidate, type Entry } from '../../../db/journeys/journey-entry';
import { cohortOf } from '../../../domain/journeys/holdout';
import { findStartableJourney } from '../../../db/journeys/startable-journeys';
import { publishJourney } from '../../support/journeys';
import { seededRandom } from '../../support/seeded-random';
import { runs } from '../../support/thorough';
import { useWorld } from '../../support/world';

/** Entering as a group has the same result as entering one by one, with as many statements as a single entry. */

const world = useWorld({ temporal: false });
let database: Database;
let workspaceId: string;
let statements = 0;

beforeAll(() => {
  database = world.connect(2);
  database.on('query', () => (statements += 1));
  ({ workspaceId } = world.demo);
});

const steps = [
  { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' },
  { id: 'end', kind: 'exit' },
];

const publish = async (fields: Record<string, unknown>) => {
  const { id } = await publishJourney(world, steps, fields);
  const journey = await findStartableJourney(database, workspaceId, id);
  if (journey === null) throw new Error('The journey is not published.');
  return journey;
};

const tables = ['executions', 'journey_entries', 'journey_subjects', 'execution_steps', 'audit_entries'] as const;

const countRows = async (transaction: Database): Promise<number[]> => {
  const counts = [];
  for (const table of tables) {
    const [row] = await transaction(table).where({ workspace_id: workspaceId }).count();
    counts.push(Number(row?.['count']));
  }
  return counts;
};

/** Returns the result of entering, and rolls it back. */
async function tryEntering(
  enter: (transaction: Database) => Promise<readonly Entry[]>,
): Promise<{ outcomes: string[]; rows: number[] }> {
  const transaction = await database.transaction();
  try {
    const entries = await enter(transaction);
    const outcomes = entries.map((entry) => (entry.started ? 'started' : entry.reason));
    return { outcomes, rows: await countRows(transaction) };
  } finally {
    await transaction.rollback();
  }
}

test('a group enters with the same results as one by one', async () => {
  const journeys = await Promise.all(
    (['once', 'after_exit', 'always'] as const).flatMap((reentry) =>
      [0, 50].map((holdoutPercent) => publish({ reentry, holdoutPercent })),
    ),
  );
  const seen = new Set<string>();
  for (let seed = 1; seed <= runs(5, 60); seed += 1) {
    const random = seededRandom(seed);
    const pick = (most: number): number => Math.floor(random() * most);
    const candidates = Array.from({ length: 60 }, (): Candidate => {
      const at = new Date(Date.now() - pick(1_000));
      const journey = journeys[pick(journeys.length)]!;
      const endUserId = `eus_${pick(12)}`;
      return {
        journey,
        endUserId,
        cohort: cohortOf({ workspaceId, journeyId: journey.journeyId, endUserId }, journey.holdoutPercent),
        cause: `evt_${pick(6)}`,
        eventData: { plan: 'pro', "it's": [null, 'ü\n'] },
        at,
        timezone: 'Europe/Berlin',
      };
    });
    // Some subjects have already entered.
    const before = candidates.slice(0, pick(15));
    const enterBefore = (transaction: Database) => enterJourneys(transaction, before);
    const together = await tryEntering(async (transaction) => {
      await enterBefore(transaction);
      return enterJourneys(transaction, candidates);
    });
    const oneByOne = await tryEntering(async (transaction) => {
      await enterBefore(transaction);
      const entries: Entry[] = [];
      for (const candidate of candidates) entries.push(...(await enterJourneys(transaction, [candidate])));
      return entries;
    });
    expect({ seed, ...together }).toEqual({ seed, ...oneByOne });
    together.outcomes.forEach((outcome) => seen.add(outcome));
  }
  expect([...seen].sort()).toEqual(['holdout', 'reentry', 'started']);
});

test('a thousand entries take as many statements as one', async () => {
  const journey = await publish({ reentry: 'once' });
  const candidateOf = (_: unknown, index: number): Candidate => {
    const at = new Date();
    const one = { cause: `evt_many_${index}`, eventData: {}, at, timezone: 'UTC' };
    return { journey, endUserId: `eus_many_${index}`, cohort: 'exposed', ...one };
  };
  const cost = async (candidates: Candidate[]): Promise<number> => {
    const transaction = await database.transaction();
    try {
      statements = 0;
      const entries = await enterJourneys(transaction, candidates);
      expect(entries.filter(({ started }) => started)).toHaveLength(candidates.length);
      return statements;
    } finally {
      await transaction.rollback();
    }
  };
  const many = Array.from({ length: 1_001 }, candidateOf);
  const alone = await cost(many.slice(0, 1));
  expect(alone).toBe(3);
  expect(await cost(many.slice(0, 1_000))).toBe(alone);
  // The last candidate is in the next portion.
  expect(await cost(many)).toBe(2 * alone);
});
