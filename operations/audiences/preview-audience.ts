import { evaluate } from '../../domain/conditions/evaluate';
import { eventCountsIn } from '../../domain/conditions/event-counts';
import type { Condition, EventCount } from '../../domain/conditions/schemas';
import type { Database } from '../../db/connection/pool';
import { countPeople, findPeopleFacts, listPeople, sampleIds, type PersonFacts } from '../../db/end-users/person-facts';
import { estimateMembers } from '../../domain/audiences/estimate';
import { countEventsOf } from '../../db/audiences/event-counts';
import { readSnapshot } from '../read-snapshot';
import type { Context } from '../ports';

export interface AudiencePreview {
  /** People who match the condition; estimated if not all people were evaluated. */
  count: number;
  /** Bounds of the count: the 95% confidence interval of an estimate. */
  low: number;
  high: number;
  /** People of the workspace. */
  people: number;
  /** Some matching people, the newest first. */
  sample: PersonFacts[];
  /** Whether all people were evaluated. */
  complete: boolean;
}

export interface PreviewBounds {
  /** The most people who are all evaluated. */
  maxPeople: number;
  /** About how many are evaluated if there are more. */
  sampled: number;
  /** Milliseconds after which no more people are read. */
  maxMs: number;
  /** People who are in memory at the same time. */
  chunk: number;
}

const sampleSize = 10;
const usualBounds: PreviewBounds = { maxPeople: 20_000, sampled: 5_000, maxMs: 1_500, chunk: 500 };

/**
 * Counts the people in an audience now, in one snapshot of the database, with the same function as the start of a journey.
 * With many people, it evaluates a random sample of them.
 */
export function previewAudience(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  workspaceId: string,
  condition: Condition,
  bounds: PreviewBounds = usualBounds,
): Promise<AudiencePreview> {
  const scope = scopeOf(workspaceId, condition, clock.now());
  return readSnapshot(database, async (snapshot) => {
    const people = await countPeople(snapshot, workspaceId);
    const isSampled = people > bounds.maxPeople;
    const ids = isSampled ? await sampleIds(snapshot, workspaceId, Math.ceil(people / bounds.sampled)) : null;
    const { evaluated, members, sample } = await evaluatePeople(snapshot, scope, { ...bounds, ids });
    const found = { people, sample, complete: evaluated === people };
    if (isSampled && evaluated > 0) {
      const { members: count, low, high } = estimateMembers({ n: evaluated, conversions: members }, people);
      return { count, low, high, ...found };
    }
    // Of people who were not evaluated, none or all may match.
    return { count: members, low: members, high: people - (evaluated - members), ...found };
  });
}

export const scopeOf = (workspaceId: string, condition: Condition, now: Date): Scope => ({
  workspaceId,
  condition,
  now,
  questions: eventCountsIn(condition),
});

export interface Scope {
  workspaceId: string;
  condition: Condition;
  questions: EventCount[];
  /** The end of the windows of counted events. */
  now: Date;
}

type Evaluation = Pick<PreviewBounds, 'maxMs' | 'chunk'> & {
  /** The people to evaluate, in random order; null for all. */
  ids: readonly string[] | null;
};

async function evaluatePeople(snapshot: Database, scope: Scope, { maxMs, chunk, ids }: Evaluation) {
  const deadline = performance.now() + maxMs;
  const found = { evaluated: 0, members: 0, sample: [] as PersonFacts[] };
  for (let before: string | null = null; performance.now() < deadline;) {
    const people: PersonFacts[] =
      ids === null
        ? await listPeople(snapshot, scope.workspaceId, { limit: chunk, before })
        : await findPeopleFacts(snapshot, scope.workspaceId, ids.slice(found.evaluated, found.evaluated + chunk));
    const members = await membersOf(snapshot, scope, people);
    found.evaluated += people.length;
    found.members += members.length;
    found.sample.push(...members.slice(0, sampleSize - found.sample.length));
    if (people.length < chunk) break;
    before = people.at(-1)?.id ?? null;
  }
  return { ...found, sample: found.sample.sort((one, other) => (one.id < other.id ? 1 : -1)) };
}

/** Returns the people who match the condition. */
export async function membersOf<Person extends PersonFacts>(
  transaction: Database,
  scope: Scope,
  people: readonly Person[],
): Promise<Person[]> {
  const counts = await countEventsOf(transaction, scope.workspaceId, people, scope);
  return people.filter((person) => {
    const eventCounts = counts.get(person.id) ?? new Map<string, number>();
    return evaluate(scope.condition, { ...person, eventCounts });
  });
}
