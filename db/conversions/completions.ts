import { idPrefixes } from '../../domain/ids';
import { compileConversions } from '../../domain/conversions/match';
import { moneyOf } from '../../domain/conversions/money';
import type { JsonObject } from '../../domain/json/schemas';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { addCredits } from './completion-credits';
import { listConversions, type Conversion } from './conversions';
import { deleteRows, isBefore, isFrom, isOfTypes } from '../lookups';

/**
 * Completions: the events that conversions matched. They are kept by the queue that keeps the rollups (db/analytics/rollups.ts): a marker names
 * a quarter of an hour of a visitor, of a person whom a keyed event named without a visitor, or, when it named no one, of the
 * event; its events are matched anew and what differs is written. The caller holds the rollups of the workspace.
 */

/** A quarter of an hour of one subject. */
export interface CompletionVisit {
  /** A visitor's id, an end user's, or an event's. */
  name: string;
  /** Any instant of the quarter. */
  time: Date;
}

/** An event as it is matched. */
export interface CompletionEvent {
  id: string;
  /** As PostgreSQL writes it: a Date would lose its microseconds. */
  occurredAt: string;
  type: string;
  visitorId: string | null;
  endUserId: string | null;
  url: string | null;
  data: JsonObject;
}

export const completionEventColumns = `
  id, occurred_at::text as "occurredAt", type, visitor_id as "visitorId", end_user_id as "endUserId", url, data`;

/** Visits whose events are in memory at once. */
const visitsAtOnce = 2_500;

/** Brings the completions of some visits up to their events. */
export async function recountCompletions(
  transaction: Database,
  workspaceId: string,
  visits: readonly CompletionVisit[],
): Promise<void> {
  if (visits.length === 0) return;
  const conversions = await listConversions(transaction, workspaceId);
  if (conversions.length === 0) return;
  for (let start = 0; start < visits.length; start += visitsAtOnce) {
    const portion = visits.slice(start, start + visitsAtOnce);
    const values = {
      workspaceId,
      names: portion.map(({ name }) => name),
      times: portion.map(({ time }) => time.toISOString()),
      types: [...new Set(conversions.map(({ eventType }) => eventType))],
    };
    const events = await rowsOf<CompletionEvent>(transaction.raw(eventsOfVisits, values));
    const completions = await completionsOf(conversions, events);
    // Before the new ones are written: an event may have gone from one visitor to another.
    await transaction.raw(deleteOthers, { ...values, kept: JSON.stringify(completions) });
    await insertCompletions(transaction, workspaceId, completions);
  }
}

const visitsGiven = `
  visits as materialized (
    select distinct name, date_bin('15 minutes', time, '2000-01-01Z') as slot
      from unnest(cast(:names as text[]), cast(:times as timestamptz[])) as v (name, time)
  )`;

const beforeSlotEnds = isBefore(`(v.slot + interval '15 minutes')`);

const candidates = `
  select ${completionEventColumns} from events
   where workspace_id = :workspaceId and occurred_at >= v.slot and ${beforeSlotEnds} and ${isOfTypes('cast(:types as text[])')} and not is_bot`;

/** Asked once for each visit: most names are visitors', and are looked up as nothing else. */
const isIdOf = (kind: 'endUser' | 'event'): string => `v.name like '${idPrefixes[kind]}\\_%'`;

const ofPerson = `visitor_id is null and end_user_id = v.name and ${isIdOf('endUser')}`;

const eventsOfVisits = `
  with ${visitsGiven}
  select e.* from visits v cross join lateral (
    ${candidates} and visitor_id = v.name
    union all ${candidates} and ${ofPerson}
    union all ${candidates} and visitor_id is null and end_user_id is null and id = v.name and ${isIdOf('event')}
  ) e`;

const stored = `
  select ctid as row_id, event_id, conversion_id, revision from conversion_completions
   where workspace_id = :workspaceId and ${isFrom('v.slot')} and ${beforeSlotEnds} and not is_final`;

/**
 * Deletes what these visits completed and do not any more, with what it credited channels with. `not in` is hashed: the planner knows neither size, and would compare each
 * of one with each of the other.
 */
const deleteOthers = `
  with ${visitsGiven}, kept as materialized (
    select * from json_to_recordset(cast(:kept as json)) as k ("eventId" text, "conversionId" text, revision integer)
  ), old as materialized (
    select o.* from visits v cross join lateral (
      ${stored} and visitor_id = v.name
      union all ${stored} and ${ofPerson}
    ) o
  ), gone as (
    ${deleteRows(
      'conversion_completions',
      `select row_id from old
        where (event_id, conversion_id, revision) not in (select "eventId", "conversionId", revision from kept)`,
    )}
    returning *
  )
  ${addCredits('gone', '-')}`;

export interface NewCompletion {
  eventId: string;
  occurredAt: string;
  conversionId: string;
  revision: number;
  visitorId: string | null;
  endUserId: string | null;
  /** Whole micros as text: they may be more than a number holds exactly. */
  revenueMicros: string | null;
  currency: string | null;
}

/** Milliseconds of matching after which the event loop runs other work. */
const sliceMs = 10;

/** What events complete. However many there are, and whatever the conversions look for, other work goes on meanwhile. */
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
