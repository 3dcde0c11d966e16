import { idPrefixes } from '../../domain/ids';
import { compileConversions } from '../../domain/conversions/match';
import { moneyOf } from '../../domain/conversions/money';
import type { JsonObject } from '../../domain/json/schemas';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { listConversions, type Conversion } from './conversions';

/**
 * Completions: the events that matched conversions. The rollup queue (db/analytics/rollups.ts) keeps them up to date. A
 * marker names a quarter of an hour of a visitor, of a person that an authenticated event named without a visitor, or,
 * if the event named neither, of the event itself. The events of that time are matched again and the differences are
 * stored. The caller holds the rollup lock of the workspace.
 */

/** A quarter of an hour of one subject. */
export interface CompletionVisit {
  /** Id of a visitor, an end user or an event. */
  name: string;
  /** Any instant of the quarter. */
  time: Date;
}

/** The fields of an event that conversions match on. */
export interface CompletionEvent {
  id: string;
  /** As text in PostgreSQL's format, because a Date would lose the microseconds. */
  occurredAt: string;
  type: string;
  visitorId: string | null;
  endUserId: string | null;
  url: string | null;
  data: JsonObject;
}

export const completionEventColumns = `
  id, occurred_at::text as "occurredAt", type, visitor_id as "visitorId", end_user_id as "endUserId", url, data`;

/** Maximum number of visits with their events in memory at the same time. */
const visitBatchSize = 2_500;

/** Updates the completions of visits from their events. */
export async function recountCompletions(
  transaction: Database,
  workspaceId: string,
  visits: readonly CompletionVisit[],
): Promise<void> {
  if (visits.length === 0) return;
  const conversions = await listConversions(transaction, workspaceId);
  if (conversions.length === 0) return;
  for (let start = 0; start < visits.length; start += visitBatchSize) {
    const portion = visits.slice(start, start + visitBatchSize);
    const values = {
      workspaceId,
      names: portion.map(({ name }) => name),
      times: portion.map(({ time }) => time.toISOString()),
      types: [...new Set(conversions.map(({ eventType }) => eventType))],
      ofPerson: `${idPrefixes.endUser}_`,
      ofEvent: `${idPrefixes.event}_`,
    };
    const events = await rowsOf<CompletionEvent>(transaction.raw(eventsOfVisits, values));
    const completions = await completionsOf(conversions, events);
    // Delete before inserting the new ones: an event may have moved from one visitor to another.
    await transaction.raw(deleteOthers, { ...values, kept: JSON.stringify(completions) });
    await insertCompletions(transaction, workspaceId, completions);
  }
}

/**
 * Events of one visit at a time: by visitor, by person, or by their own id. Most names are visitors, which need no lookup
 * by another kind. `offset 0` keeps the condition on the type away from the lookups: the planner might otherwise read all
 * events of the workspace with that type for each visit. For `all(array[…])` see ../analytics/set-up-drain.ts.
 */
const eventsOfVisits = `
  with visits as materialized (
    select distinct name, date_bin('15 minutes', time, '2000-01-01Z') as slot
      from unnest(cast(:names as text[]), cast(:times as timestamptz[])) as v (name, time)
  )
  select ${completionEventColumns} from visits v cross join lateral (
    select * from events
     where workspace_id = :workspaceId and visitor_id = v.name
       and occurred_at >= v.slot and occurred_at < all(array[v.slot + interval '15 minutes'])
    union all
    select * from events
     where workspace_id = :workspaceId and end_user_id = v.name and starts_with(v.name, :ofPerson) and visitor_id is null
       and occurred_at >= v.slot and occurred_at < all(array[v.slot + interval '15 minutes'])
    union all
    select * from events
     where workspace_id = :workspaceId and id = v.name and starts_with(v.name, :ofEvent)
       and visitor_id is null and end_user_id is null
       and occurred_at >= v.slot and occurred_at < all(array[v.slot + interval '15 minutes'])
    offset 0
  ) e where type = any(cast(:types as text[])) and not is_bot`;

/**
 * Deletes completions of these visits that no longer match, and the credits that they gave to channels. `not in` is
 * hashed: the planner knows neither size, and would compare every row of one with every row of the other. Rows are
 * deleted by their location, for the same reason.
 */
const deleteOthers = `
  with visits as materialized (
    select distinct name, date_bin('15 minutes', time, '2000-01-01Z') as slot
      from unnest(cast(:names as text[]), cast(:times as timestamptz[])) as v (name, time)
  ), kept as materialized (
    select * from json_to_recordset(cast(:kept as json)) as k ("eventId" text, "conversionId" text, revision integer)
  ), old as materialized (
    select o.* from visits v cross join lateral (
      select ctid as row_id, event_id, conversion_id, revision from conversion_completions
       where workspace_id = :workspaceId and visitor_id = v.name and not is_final
         and occurred_at >= all(array[v.slot]) and occurred_at < all(array[v.slot + interval '15 minutes'])
      union all
      select ctid, event_id, conversion_id, revision from conversion_completions
       where workspace_id = :workspaceId and end_user_id = v.name and starts_with(v.name, :ofPerson)
         and visitor_id is null and not is_final
         and occurred_at >= all(array[v.slot]) and occurred_at < all(array[v.slot + interval '15 minutes'])
    ) o
  ), gone as (
    delete from conversion_completions where ctid = any(array(
      select row_id from old
       where (event_id, conversion_id, revision) not in (select "eventId", "conversionId", revision from kept)))
    returning *
  )
  insert into credit_sums as t (workspace_id, model, day, conversion_id, revision, channel, currency, credit, revenue)
  select :workspaceId, m.model, (d.occurred_at at time zone s.timezone)::date, d.conversion_id, d.revision, c.channel,
         coalesce(d.currency, ''), -sum(c.units::numeric), -sum(c.units::numeric * coalesce(d.revenue_micros, 0))
    from gone d
    cross join (select timezone from rollup_states where workspace_id = :workspaceId) s
    cross join lateral jsonb_each(d.credits) as m (model, channels)
    cross join lateral jsonb_each_text(m.channels) as c (channel, units)
   group by 2, 3, 4, 5, 6, 7
  on conflict (workspace_id, model, day, conversion_id, revision, channel, currency) do update
    set credit = t.credit + excluded.credit, revenue = t.revenue + excluded.revenue`;

export interface NewCompletion {
  eventId: string;
  occurredAt: string;
  conversionId: string;
  revision: number;
  visitorId: string | null;
  endUserId: string | null;
  /** Whole micros as text, because a number may not represent them exactly. */
  revenueMicros: string | null;
  currency: string | null;
}

/** Milliseconds of matching before the event loop gets to run other work. */
const sliceMs = 10;

/**
 * Returns the completions of events. Yields to the event loop regularly, regardless of the number of events and
 * conversions.
 */
export async function completionsOf(
  conversions: readonly Conversion[],
  events: readonly CompletionEvent[],
): Promise<NewCompletion[]> {
  const completionsOfEvent = completionMatcher(conversions);
  const completions: NewCompletion[] = [];
  let sliceEnds = performance.now() + sliceMs;
  for (const event of events) {
    completions.push(...completionsOfEvent(event));
    if (performance.now() < sliceEnds) continue;
    await new Promise((resolve) => setImmediate(resolve));
    sliceEnds = performance.now() + sliceMs;
  }
  return completions;
}

function completionMatcher(conversions: readonly Conversion[]): (event: CompletionEvent) => NewCompletion[] {
  const match = compileConversions(conversions);
  const revisions = new Map(conversions.map(({ id, revision }) => [id, revision]));
  return (event) =>
    match(event).map((conversionId) => ({
      eventId: event.id,
      occurredAt: event.occurredAt,
      conversionId,
      revision: revisions.get(conversionId) ?? 0,
      visitorId: event.visitorId,
      endUserId: event.endUserId,
      ...moneyOf(event.data),
    }));
}

export async function insertCompletions(
  transaction: Database,
  workspaceId: string,
  completions: readonly NewCompletion[],
): Promise<void> {
  if (completions.length === 0) return;
  await transaction.raw(
    `insert into conversion_completions (workspace_id, occurred_at, event_id, conversion_id, revision, visitor_id, end_user_id,
                                         revenue_micros, currency)
     select ?, "occurredAt", "eventId", "conversionId", revision, "visitorId", "endUserId", "revenueMicros", currency
       from json_to_recordset(?::json) as g ("occurredAt" timestamptz, "eventId" text, "conversionId" text, revision integer,
         "visitorId" text, "endUserId" text, "revenueMicros" bigint, currency text)
     on conflict do nothing`,
    [workspaceId, JSON.stringify(completions)],
  );
}
