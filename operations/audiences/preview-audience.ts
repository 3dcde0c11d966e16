import { evaluate } from '../../domain/conditions/evaluate';
import { eventCountsIn } from '../../domain/conditions/event-counts';
import type { Condition, EventCount } from '../../domain/conditions/schemas';
import type { Database } from '../../db/connection/pool';
import { listPeople, type PersonFacts } from '../../db/end-users/end-users';
import { countEventsOf } from '../../db/audiences/event-counts';
import { readSnapshot } from '../read-snapshot';
import type { Context } from '../ports';

export interface AudiencePreview {
  /** People for whom the condition holds, of those who were evaluated. */
  count: number;
  /** Ids of some of them, the newest first. */
  sample: string[];
  /** Whether all people were evaluated. */
  complete: boolean;
}

export interface PreviewBounds {
  maxPeople: number;
  /** Milliseconds after which no further people are read. */
  maxMs: number;
  /** People who are in memory at once. */
  chunk: number;
}

const sampleSize = 10;
const usualBounds: PreviewBounds = { maxPeople: 200_000, maxMs: 5_000, chunk: 500 };

/**
 * Who is in an audience now. People are evaluated as when it is decided who may start a journey, the newest
 * people first, in one snapshot of the database.
 * @param question.now where the windows of counted events end
 */
export function previewAudience(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  question: { condition: Condition; now: Date },
  bounds: PreviewBounds = usualBounds,
): Promise<AudiencePreview> {
  const scope = { workspaceId, ...question, questions: eventCountsIn(question.condition) };
  return readSnapshot(database, (snapshot) => evaluatePeople(snapshot, scope, bounds));
}

interface Scope {
  workspaceId: string;
  condition: Condition;
  questions: EventCount[];
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
    preview.sample.push(...members.slice(0, sampleSize - preview.sample.length));
    if (people.length <= limit) return { ...preview, complete: true };
    before = chunk.at(-1)?.id ?? null;
    seen += chunk.length;
  }
  return preview;
}

/** Ids of the people for whom the condition holds. */
async function membersOf(transaction: Database, scope: Scope, people: readonly PersonFacts[]): Promise<string[]> {
  const counts = await countEventsOf(transaction, scope.workspaceId, people, scope);
  return people.flatMap((person) => {
    const eventCounts = counts.get(person.id) ?? new Map<string, number>();
    return evaluate(scope.condition, { ...person, eventCounts }) ? [person.id] : [];
  });
}
