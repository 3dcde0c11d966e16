import { maxProperties, type EventSample, type PropertyDescription } from '../../domain/events/property-catalog';
import { acquireLock } from '../connection/advisory-locks';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * The catalog of event types: `event_types`, their counts by day, and their properties from samples. The drain of the
 * rollups queues the days that changed. A refresh counts these days again, at intervals that grow with its cost, so that
 * it takes a small share of the time however many events there are.
 */

/** The most types that a workspace keeps: the ones seen last. */
export const maxTypes = 500;
/** Days that are counted. Older ones only change when a type was first seen. */
const countedDays = 31;
/** Events of a type that are sampled. */
const sampledEvents = 100;
/** Bytes of data of a sampled event. */
const sampledBytes = 8_000;

/** Queues days to count again. The caller holds the rollup lock. @param days ISO dates in the workspace's timezone */
export async function queueCatalogDays(
  transaction: Database,
  workspaceId: string,
  days: readonly string[],
): Promise<void> {
  if (days.length === 0) return;
  await transaction.raw(
    `insert into event_type_queue as q (workspace_id, day) select ?, day from unnest(cast(? as date[])) d (day) order by day
     on conflict (workspace_id, day) do update set changes = q.changes + 1`,
    [workspaceId, [...new Set(days)]],
  );
}

/** Queues every counted day. */
async function queueCountedDays(transaction: Database, workspaceId: string): Promise<void> {
  await transaction.raw(
    `insert into event_type_queue (workspace_id, day)
     select id, (now() at time zone timezone)::date - age
       from workspaces, generate_series(0, ${countedDays}) age where id = ?
     on conflict do nothing`,
    [workspaceId],
  );
}

/** Queues every counted day, and older days with visitors, which may have the first events of a type. */
export async function queueAllDays(transaction: Database, workspaceId: string): Promise<void> {
  await queueCountedDays(transaction, workspaceId);
  await transaction.raw(
    `insert into event_type_queue (workspace_id, day)
     select distinct workspace_id, day from channel_days where workspace_id = ?
     on conflict do nothing`,
    [workspaceId],
  );
}

/** Lists workspaces with days to count, if their last count was long enough ago. */
export async function workspacesWithStaleCatalog(
  database: Database,
  { limit, except = [] }: { limit: number; except?: readonly string[] },
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    database.raw(
      `select w.id from workspaces w left join event_catalog_states s on s.workspace_id = w.id
        where coalesce(s.due_at, '-infinity') <= now() and w.id <> all (cast(? as text[]))
          and exists (select from event_type_queue q where q.workspace_id = w.id)
        order by s.due_at nulls first limit ?`,
      [[...except], limit],
    ),
  );
  return rows.map(({ id }) => id);
}

export const lockCatalog = (transaction: Database, workspaceId: string): Promise<void> =>
  acquireLock(transaction, `catalog ${workspaceId}`);

/** A queued day, and how often it changed. */
export interface QueuedDay {
  day: string;
  changes: number;
}

/** Finds the newest queued day before another one. @param before ISO date; null for the newest of all */
export async function findQueuedDay(
  database: Database,
  workspaceId: string,
  before: string | null,
): Promise<QueuedDay | null> {
  const [row] = await rowsOf<QueuedDay>(
    database.raw(
      `select day::text, changes from event_type_queue
        where workspace_id = ? and day < coalesce(cast(? as date), 'infinity') order by day desc limit 1`,
      [workspaceId, before],
    ),
  );
  return row ?? null;
}

/** Removes a day from the queue, unless it changed again. */
export async function settleQueuedDay(
  transaction: Database,
  workspaceId: string,
  { day, changes }: QueuedDay,
): Promise<void> {
  await transaction('event_type_queue').where({ workspace_id: workspaceId, day, changes }).delete();
}

/** A day of a workspace. */
export interface CatalogDay {
  workspaceId: string;
  /** ISO date in the timezone. */
  day: string;
  timezone: string;
}

/**
 * Counts the events of a day by type. The bounds, widened by three hours, only prune partitions and the index: a day may
 * start an hour before the instant that PostgreSQL returns for midnight.
 * @returns the types of the day, the most frequent first
 */
export async function countCatalogDay(transaction: Database, day: CatalogDay): Promise<string[]> {
  const rows = await rowsOf<{ type: string }>(
    transaction.raw(
      `with counted as materialized (
         select type, count(*)::integer as events, min(occurred_at) as first_seen, max(occurred_at) as last_seen
           from events e
          where e.workspace_id = :workspaceId and not e.is_bot
            and e.occurred_at >= cast(:day as timestamp) at time zone :timezone - interval '3 hours'
            and e.occurred_at < (cast(:day as timestamp) + interval '1 day') at time zone :timezone + interval '3 hours'
            and (e.occurred_at at time zone :timezone)::date = cast(:day as date)
          group by type order by events desc, type limit ${maxTypes}
       ), types as (
         insert into event_types as t (workspace_id, type, first_seen, last_seen)
         select :workspaceId, type, first_seen, last_seen from counted order by type
         on conflict (workspace_id, type) do update
           set first_seen = least(t.first_seen, excluded.first_seen), last_seen = greatest(t.last_seen, excluded.last_seen)
       ), days as (
         insert into event_type_days (workspace_id, type, day, events)
         select :workspaceId, type, cast(:day as date), events from counted
          where cast(:day as date) >= (now() at time zone :timezone)::date - ${countedDays}
         on conflict (workspace_id, type, day) do update set events = excluded.events
       ), gone as (
         delete from event_type_days
          where workspace_id = :workspaceId and day = cast(:day as date) and type not in (select type from counted)
       )
       select type from counted order by events desc, type`,
      { ...day },
    ),
  );
  return rows.map(({ type }) => type);
}

/** Reads the newest events of types on a day. */
export const sampleEvents = (
  transaction: Database,
  day: CatalogDay,
  types: readonly string[],
): Promise<(EventSample & { type: string })[]> =>
  rowsOf<EventSample & { type: string }>(
    transaction.raw(
      `select s.* from unnest(cast(:types as text[])) t (type) cross join lateral (
         select e.type, e.data, coalesce(e.end_user_id, e.visitor_id, e.id) as subject from events e
          where e.workspace_id = :workspaceId and not e.is_bot
            and e.occurred_at >= cast(:day as timestamp) at time zone :timezone - interval '3 hours'
            and e.occurred_at < (cast(:day as timestamp) + interval '1 day') at time zone :timezone + interval '3 hours'
            and (e.occurred_at at time zone :timezone)::date = cast(:day as date)
            and e.type = t.type and pg_column_size(e.data) <= ${sampledBytes}
          order by e.occurred_at desc limit ${sampledEvents}) s`,
      { ...day, types: [...types] },
    ),
  );

/** Stores properties of types. Types of values are added to the known ones; examples replace the known ones. */
export async function storeProperties(
  transaction: Database,
  workspaceId: string,
  properties: readonly (PropertyDescription & { type: string })[],
): Promise<void> {
  const rows = properties.map(({ type, name, types, examples }) => ({ type, name, types: types.join(' '), examples }));
  await transaction.raw(
    `insert into event_properties as p (workspace_id, type, name, types, examples, last_seen)
     select ?, type, name, string_to_array(types, ' '), examples, now()
       from json_to_recordset(?::json) as g (type text, name text, types text, examples jsonb) order by type, name
     on conflict (workspace_id, type, name) do update
       set types = array(select distinct unnest(p.types || excluded.types) order by 1), last_seen = excluded.last_seen,
           examples = case when excluded.examples = '[]' then p.examples else excluded.examples end`,
    [workspaceId, JSON.stringify(rows)],
  );
}

/** Deletes what exceeds the limits: days that are too old, the types and properties that were seen first. */
export async function limitCatalog(
  transaction: Database,
  { workspaceId, timezone }: Pick<CatalogDay, 'workspaceId' | 'timezone'>,
): Promise<void> {
  await transaction.raw(
    `delete from event_type_days where workspace_id = ? and day < (now() at time zone ?)::date - ${countedDays}`,
    [workspaceId, timezone],
  );
  await transaction.raw(
    `delete from event_types where workspace_id = :workspaceId and type in (
       select type from event_types where workspace_id = :workspaceId order by last_seen desc, type offset ${maxTypes + 1})`,
    { workspaceId },
  );
  await transaction.raw(
    `delete from event_properties where workspace_id = :workspaceId and (type, name) in (
       select type, name from (
         select type, name, row_number() over (partition by type order by last_seen desc, name) as place
           from event_properties where workspace_id = :workspaceId) p
        where place > ${maxProperties + 1})`,
    { workspaceId },
  );
}

/** Sets when the catalog may be counted again. @param afterMs milliseconds from now */
export async function scheduleCatalog(transaction: Database, workspaceId: string, afterMs: number): Promise<void> {
  await transaction.raw(
    `insert into event_catalog_states (workspace_id, due_at)
     values (?, clock_timestamp() + cast(? as float8) * interval '1 millisecond')
     on conflict (workspace_id) do update set due_at = excluded.due_at`,
    [workspaceId, afterMs],
  );
}

/**
 * Deletes what may name an erased person, whose events no longer do: all properties, and types without events. The
 * properties are sampled again. The caller holds the catalog lock.
 */
export async function eraseFromCatalog(transaction: Database, workspaceId: string): Promise<void> {
  await transaction('event_properties').where({ workspace_id: workspaceId }).delete();
  await transaction.raw(
    `delete from event_types t where t.workspace_id = ?
        and not exists (select from events e where e.workspace_id = t.workspace_id and e.type = t.type)`,
    [workspaceId],
  );
  await queueCountedDays(transaction, workspaceId);
}
