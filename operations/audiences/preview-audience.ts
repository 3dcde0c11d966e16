import { evaluate } from '../../domain/conditions/evaluate';
import { eventCountsIn } from '../../domain/conditions/event-counts';
import type { Condition, EventCount } from '../../domain/conditions/schemas';
import type { Database } from '../../db/connection/pool';
import { listPeople, type PersonFacts } from '../../db/end-users/end-users';
import { countEventsOf } from '../../db/audiences/event-counts';
import { readSnapshot } from '../read-snapshot';
import type { Context } from '../ports';

export interface AudiencePreview {
  /** People who match the condition, of those who were evaluated. */
  count: number;
  /** Ids of some matching people, the newest first. */
  sample: string[];
  /** Whether all people were evaluated. */
  complete: boolean;
}

export interface PreviewBounds {
  maxPeople: number;
  /** Milliseconds after which no more people are read. */
  maxMs: number;
  /** People who are in memory at the same time. */
  chunk: number;
}

const sampleSize = 10;
const usualBounds: PreviewBounds = { maxPeople: 200_000, maxMs: 5_000, chunk: 500 };

/**
 * Counts the people in an audience now, in one snapshot of the database. Evaluates the newest people first, with the
 * same function as the start of a journey.
 */
export function previewAudience(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  workspaceId: string,
  condition: Condition,
  bounds: PreviewBounds = usualBounds,
): Promise<AudiencePreview> {
  const scope = scopeOf(workspaceId, condition, clock.now());
  return readSnapshot(database, (snapshot) => evaluatePeople(snapshot, scope, bounds));
}

export const scopeOf = (workspaceId: string, condition: Condition, now: Date): Scope => ({
  ...{ workspaceId, condition, now },
  questions: eventCountsIn(condition),
});

export interface Scope {
  workspaceId: string;
  condition: Condition;
  questions: EventCount[];
  /** The end of the windows of counted events. */
  now: Date;
}

async function evaluatePeople(transaction: Database, scope: Scope, bounds: PreviewBounds): Promise<AudiencePreview> {
  const deadline = performance.now() + bounds.maxMs;
  const preview: AudiencePreview = { count: 0, sample: [], complete: false };
  let before: string | null = null;
  for (let seen = 0; seen < bounds.maxPeople && performance.now() < deadline;) {
    const limit = Math.min(bounds.chunk, bounds.maxPeople - seen);
    const people: PersonFacts[] = await listPeople(transaction, scope.workspaceId, { limit: limit + 1, before });
    const chunk = people.slice(0, limit);
    const members = await membersOf(transaction, scope, chunk);
    preview.count += members.length;
    preview.sample.push(...members.slice(0, sampleSize - preview.sample.length).map(({ id }) => id));
    if (people.length <= limit) return { ...preview, complete: true };
    before = chunk.at(-1)?.id ?? null;
    seen += chunk.length;
  }
  return preview;
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
