import { evaluate } from '../../domain/conditions/evaluate';
import { eventCountsIn } from '../../domain/conditions/event-counts';
import type { Condition, EventCount } from '../../domain/conditions/schemas';
import type { JsonObject } from '../../domain/json/schemas';
import type { Database } from '../connection';
import { countEventsOf } from '../event-counts';

export interface AudiencePreview {
  /** People for whom the condition holds, of those who were looked at. */
  count: number;
  /** Ids of some of them, the newest first. */
  sample: string[];
  /** Whether everybody was looked at. */
  complete: boolean;
}

export interface PreviewBounds {
  maxPeople: number;
  /** Milliseconds after which no further people are read. */
  maxMs: number;
  /** People who are in memory at once. */
  chunk: number;
}

interface PersonRow {
  id: string;
  email: string | null;
  timezone: string | null;
  attributes: JsonObject;
}

const sampleSize = 10;
const usualBounds: PreviewBounds = { maxPeople: 200_000, maxMs: 5_000, chunk: 500 };

/**
 * Who is in an audience now. Everybody is looked at by the same evaluation that decides who may start a journey, the newest
 * people first, in one snapshot of the database.
 * @param question.now where the windows of counted events end
 */
export function previewAudience(
  database: Database,
  workspaceId: string,
  question: { condition: Condition; now: Date },
  bounds: PreviewBounds = usualBounds,
): Promise<AudiencePreview> {
  const asked = { workspaceId, ...question, questions: eventCountsIn(question.condition) };
  return database.transaction((transaction) => lookAtPeople(transaction, asked, bounds), {
    isolationLevel: 'repeatable read',
    readOnly: true,
  });
}

interface Asked {
  workspaceId: string;
  condition: Condition;
  questions: EventCount[];
  now: Date;
}

async function lookAtPeople(transaction: Database, asked: Asked, bounds: PreviewBounds): Promise<AudiencePreview> {
  const deadline = performance.now() + bounds.maxMs;
  const preview: AudiencePreview = { count: 0, sample: [], complete: false };
  let before: string | null = null;
  for (let seen = 0; seen < bounds.maxPeople && performance.now() < deadline;) {
    const limit = Math.min(bounds.chunk, bounds.maxPeople - seen);
    const people: PersonRow[] = await readPeople(transaction, asked.workspaceId, { limit: limit + 1, before });
    const chunk = people.slice(0, limit);
    const members = await membersOf(transaction, asked, chunk);
    preview.count += members.length;
    preview.sample.push(...members.slice(0, sampleSize - preview.sample.length));
    if (people.length <= limit) return { ...preview, complete: true };
    before = chunk.at(-1)?.id ?? null;
    seen += chunk.length;
  }
  return preview;
}

async function readPeople(
  transaction: Database,
  workspaceId: string,
  page: { limit: number; before: string | null },
): Promise<PersonRow[]> {
  const query = transaction('end_users').where({ workspace_id: workspaceId });
  if (page.before !== null) query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).select<PersonRow[]>('id', 'email', 'timezone', 'attributes');
}

/** Ids of the people for whom the condition holds. */
async function membersOf(transaction: Database, asked: Asked, people: readonly PersonRow[]): Promise<string[]> {
  const counts = await countEventsOf(transaction, asked.workspaceId, people, asked);
  return people.flatMap((person) => {
    const eventCounts = counts.get(person.id) ?? new Map<string, number>();
    return evaluate(asked.condition, { ...person, eventCounts }) ? [person.id] : [];
  });
}
