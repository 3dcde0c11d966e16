import { rowsOf } from '../../db/connection/statements';
import type { Database } from '../../db/connection/pool';

/** The fields of an event that rollups and retention read. */
export interface HistoryEvent {
  id: string;
  occurredAt: Date;
  visitorId: string | null;
  type?: string;
  channel?: string | null;
  isBot?: boolean;
  url?: string | null;
  data?: object;
  device?: string | null;
  /** Now by default. */
  receivedAt?: Date;
}

/** Stores events with the markers of the days that they change, in one statement, as ingestion does. */
export async function storeHistory(
  database: Database,
  workspaceId: string,
  events: readonly HistoryEvent[],
): Promise<void> {
  await database.raw(
    `with given as (
       select * from json_to_recordset(?::json) as g (id text, "occurredAt" timestamptz, "visitorId" text, type text,
         channel text, "isBot" boolean, data jsonb, url text, device text, "receivedAt" timestamptz)
     ), stored as (
       insert into events (workspace_id, occurred_at, id, received_at, type, visitor_id, channel, is_bot, data, url,
                           device)
       select ?, "occurredAt", id, coalesce("receivedAt", now()), coalesce(type, 'pageview'), "visitorId", channel, coalesce("isBot", false),
              coalesce(data, '{}'), url, device
         from given returning workspace_id, visitor_id, occurred_at, is_bot
     )
     insert into rollup_queue (workspace_id, visitor_ids, times)
     select workspace_id, array_agg(visitor_id), array_agg(time) from (
       select workspace_id, visitor_id, min(occurred_at) as time from stored where visitor_id is not null and not is_bot
        group by workspace_id, visitor_id, date_bin('15 minutes', occurred_at, '2000-01-01Z')
     ) visits group by workspace_id`,
    [JSON.stringify(events), workspaceId],
  );
}

/** Deletes events with the markers of the affected days, as erasure does. */
export async function deleteHistory(database: Database, workspaceId: string, ids: readonly string[]): Promise<void> {
  await database.raw(
    `with gone as (
       delete from events where workspace_id = ? and id = any (?) returning workspace_id, visitor_id, occurred_at
     )
     insert into rollup_queue (workspace_id, visitor_ids, times)
     select workspace_id, array_agg(visitor_id), array_agg(occurred_at) from gone where visitor_id is not null
      group by workspace_id`,
    [workspaceId, [...ids]],
  );
}

/** Returns the rollups of a workspace, in order, as plain rows. */
export async function readRollups(database: Database, workspaceId: string) {
  return {
    visitors: await rowsOf(
      database.raw(
        `select day::text, visitor_id, first_at, last_at, channel, events, pageviews from visitor_days
          where workspace_id = ? order by day, visitor_id collate "C"`,
        [workspaceId],
      ),
    ),
    channels: await rowsOf(
      database.raw(
        `select day::text, channel, visitors, events, pageviews from channel_days
          where workspace_id = ? order by day, channel collate "C"`,
        [workspaceId],
      ),
    ),
    arrivals: await rowsOf(
      database.raw(
        `select day::text, previous_day::text, channel, visitors from day_arrivals
          where workspace_id = ? order by day, previous_day::text collate "C", channel collate "C"`,
        [workspaceId],
      ),
    ),
    touches: await rowsOf(
      database.raw(
        `select visitor_id, at, event_id, channel from visitor_touches
          where workspace_id = ? and is_touch order by at, event_id collate "C"`,
        [workspaceId],
      ),
    ),
  };
}
