import { evaluate } from '../../domain/conditions/evaluate';
import { eventCountKey } from '../../domain/conditions/event-counts';
import type { EventCount } from '../../domain/conditions/schemas';
import { startOfWindow } from '../../domain/conditions/window';
import type { JsonObject } from '../../domain/json/schemas';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * Counts how often people did something. An event belongs to the person that an authenticated caller named, or
 * otherwise to the person that its visitor is currently verified as. Bots are excluded.
 */

/** Maximum number of events per person and question, newest first. Conditions never need a higher count. */
const maxEvents = 1_000;
/** Maximum number of events with their data in memory at the same time. */
const eventBatchSize = 2_000;
/** Tolerance for a sender's clock that is ahead, so that an event that has just arrived is counted. */
const aheadMs = 3_600_000;

/** A person. Their windows are counted in days of their timezone. */
export interface CountedPerson {
  id: string;
  timezone: string | null;
}

export interface Questions {
  questions: readonly EventCount[];
  /** The end of the windows. */
  now: Date;
}

/** Counts one person's events for each question, by `eventCountKey`. Questions without events are omitted. */
export async function countEvents(
  database: Database,
  workspaceId: string,
  endUserId: string,
  query: Questions,
): Promise<Map<string, number>> {
  if (query.questions.length === 0) return new Map();
  const person = await database('end_users')
    .where({ workspace_id: workspaceId, id: endUserId })
    .first<{ timezone: string | null } | undefined>('timezone');
  const people = [{ id: endUserId, timezone: person?.timezone ?? null }];
  return (await countEventsOf(database, workspaceId, people, query)).get(endUserId) ?? new Map();
}

/** Counts events of several people, by person id. People without matching events are omitted. */
export async function countEventsOf(
  database: Database,
  workspaceId: string,
  people: readonly CountedPerson[],
  { questions, now }: Questions,
): Promise<Map<string, Map<string, number>>> {
  const counts = new Map<string, Map<string, number>>();
  for (const question of questions) {
    const query = { workspaceId, question, people, now };
    const found = question.where === undefined ? await countAll(database, query) : await countMatching(database, query);
    for (const [id, count] of found) {
      counts.set(id, (counts.get(id) ?? new Map<string, number>()).set(eventCountKey(question), count));
    }
  }
  return counts;
}

interface CountQuery {
  workspaceId: string;
  question: EventCount;
  people: readonly CountedPerson[];
  now: Date;
}

/** Reads the newest events of each person with one index lookup per person. */
const eventsOf = (columns: string): string => `
  select e.* from unnest(cast(:ids as text[]), cast(:since as timestamptz[])) as p (id, since)
    cross join lateral (
      select ${columns} from (
        (select v.occurred_at, v.id, v.data from events v
          where v.workspace_id = :workspaceId and v.end_user_id = p.id and v.type = :type
            and v.occurred_at >= p.since and v.occurred_at <= :until and not v.is_bot
          order by v.occurred_at desc limit ${maxEvents})
        union all
        (select v.occurred_at, v.id, v.data from visitor_links l
           join events v on v.workspace_id = l.workspace_id and v.visitor_id = l.visitor_id
          where l.workspace_id = :workspaceId and l.end_user_id = p.id and l.strength = 'verified'
            and not exists (select 1 from visitor_links n where n.workspace_id = l.workspace_id
                              and n.visitor_id = l.visitor_id and n.supersedes = l.id)
            and v.end_user_id is null and v.type = :type
            and v.occurred_at >= p.since and v.occurred_at <= :until and not v.is_bot
          order by v.occurred_at desc limit ${maxEvents})
        order by occurred_at desc, id desc limit ${maxEvents}
      ) newest
    ) e`;

const bindings = ({ workspaceId, question, people, now }: CountQuery): Record<string, unknown> => ({
  workspaceId,
  type: question.event,
  ids: people.map(({ id }) => id),
  since: people.map(({ timezone }) => startOfWindow(question.within, now, timezone ?? 'UTC').toISOString()),
  until: new Date(now.getTime() + aheadMs).toISOString(),
});

async function countAll(database: Database, query: CountQuery): Promise<Map<string, number>> {
  const rows = await rowsOf<{ person: string; count: number }>(
    database.raw(eventsOf('p.id as person, count(*)::int as count'), bindings(query)),
  );
  return new Map(rows.flatMap(({ person, count }) => (count > 0 ? [[person, count]] : [])));
}

/** Counts the events that match the condition, with a bounded number of events in memory. */
async function countMatching(database: Database, query: CountQuery): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  for (const people of portions(query.people, await countAll(database, query))) {
    const rows = await rowsOf<{ person: string; data: JsonObject }>(
      database.raw(eventsOf('p.id as person, newest.data'), bindings({ ...query, people })),
    );
    for (const { person, data } of rows) {
      if (matches(query.question, data)) held.set(person, (held.get(person) ?? 0) + 1);
    }
  }
  return held;
}

const matches = ({ where }: EventCount, data: JsonObject): boolean =>
  where === undefined || evaluate(where, { event: { data } });

/** Splits the people who have events into portions with a bounded number of events. */
function portions(people: readonly CountedPerson[], counts: ReadonlyMap<string, number>): CountedPerson[][] {
  const portioned: CountedPerson[][] = [];
  let room = 0;
  for (const person of people) {
    const count = counts.get(person.id) ?? 0;
    if (count === 0) continue;
    if (count > room || portioned.length === 0) {
      portioned.push([]);
      room = eventBatchSize;
    }
    portioned.at(-1)?.push(person);
    room -= count;
  }
  return portioned;
}
