import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { inChunks, type OnChunk } from '../events/in-chunks';

/** What became of a message after it was sent. Rows name sends, never people or addresses. */
export interface SendEvent {
  kind: 'delivery' | 'open' | 'click' | 'bounce' | 'complaint' | 'delay' | 'reject' | 'unsubscribe' | 'resubscribe';
  /** When it happened, or happened first. */
  at: Date;
  /** How often: repeats of an open, of a click of one link, and of a choice are counted. */
  count: number;
  /** When it happened last. */
  lastAt: Date;
  /** Made by a program: a scanner, a prefetch, a proxy that opens everything. */
  automated: boolean;
  /** Of a click: the link's place among the message's tracked links, from 1. */
  link: number | null;
  /** Of a click in a journey's message: where it led, without query and fragment. */
  url: string | null;
  detail: string | null;
}

/** An open or a click. */
export interface Hit {
  workspaceId: string;
  sendId: string;
  kind: 'open' | 'click';
  at: Date;
  automated: boolean;
  detail: string | null;
  link: number | null;
  url: string | null;
}

/** Seconds from a message's acceptance in which no person can have read it: a hit then is a scanner's. */
const unreadSeconds = 2;

/**
 * Records a hit, unless its send is gone. A repeat is counted on the first one's row: a message has as many rows as it has links,
 * however often they are followed. Where a link led is kept of messages of journeys only, and not once their person was
 * erased.
 */
export async function recordHit(database: Database, hit: Hit): Promise<void> {
  await database.raw(
    `insert into send_events (workspace_id, send_id, at, last_at, dedupe_key, kind, automated, link, url, detail)
     select s.workspace_id, s.id, h.at, h.at,
            concat_ws(':', 'counted', cast(:kind as text), cast(:link as text), j.automated, j.detail), cast(:kind as text),
            j.automated, cast(:link as integer),
            case when s.kind = 'journey' and exists (
                   select from end_users u where u.workspace_id = s.workspace_id and u.id = s.end_user_id) then cast(:url as text) end,
            j.detail
       from sends s
      cross join lateral (select cast(:at as timestamptz) as at) h
      cross join lateral (select coalesce(
              h.at < coalesce(s.sent_at, s.provider_started_at) + ${unreadSeconds} * interval '1 second', false) as early) e
      cross join lateral (select cast(:automated as boolean) or e.early as automated,
              case when e.early and not cast(:automated as boolean) then 'too_soon' else cast(:detail as text) end as detail) j
      where s.workspace_id = :workspaceId and s.id = :sendId
     ${countRepeat}`,
    { ...hit },
  );
}

/** Ends a statement that records a counted event. */
const countRepeat = `on conflict (workspace_id, send_id, dedupe_key) where dedupe_key like 'counted:%'
  do update set count = least(send_events.count, 2147483646) + 1,
                last_at = greatest(send_events.last_at, excluded.last_at)`;

/** Records what a reader decided by the links of a message. Changing their mind again and again is counted. */
export async function recordChoice(
  database: Database,
  send: { workspaceId: string; sendId: string },
  kind: 'unsubscribe' | 'resubscribe',
): Promise<void> {
  await database.raw(
    `insert into send_events (workspace_id, send_id, at, last_at, dedupe_key, kind)
     select workspace_id, id, now(), now(), 'counted:' || cast(:kind as text), cast(:kind as text)
       from sends where workspace_id = :workspaceId and id = :sendId
     ${countRepeat}`,
    { ...send, kind },
  );
}

/** Events shown of one send, at most. */
const shownEvents = 100;

/** The events of sends, the newest hundred of each, oldest first. Sends without any are missing. */
export async function listSendEvents(
  database: Database,
  workspaceId: string,
  sendIds: readonly string[],
): Promise<Map<string, SendEvent[]>> {
  const rows = await rowsOf<SendEvent & { sendId: string }>(
    database.raw(
      `select e.* from unnest(?::text[]) as s (id) cross join lateral (
         select send_id as "sendId", kind, at, count, coalesce(last_at, at) as "lastAt", automated, link, url, detail
           from send_events
          where workspace_id = ? and send_id = s.id order by at desc limit ${shownEvents}) e
        order by e.at`,
      [[...sendIds], workspaceId],
    ),
  );
  const events = new Map<string, SendEvent[]>();
  for (const { sendId, ...event } of rows) {
    events.set(sendId, [...(events.get(sendId) ?? []), event]);
  }
  return events;
}

/** Takes out where the links of an erased person's messages led. @param pseudonym the name that their sends bear by now */
export async function eraseLinks(database: Database, workspaceId: string, pseudonym: string): Promise<number> {
  const theirs = database('sends').where({ workspace_id: workspaceId, end_user_id: pseudonym }).select('id');
  return database('send_events')
    .where({ workspace_id: workspaceId })
    .whereIn('send_id', theirs)
    .whereNotNull('url')
    .update({ url: null });
}

/** Forgets events past their workspace's retention, and SNS's message ids after a day, in chunks. @returns how many events */
export async function purgeSendEvents(database: Database, onChunk: OnChunk): Promise<number> {
  // Far longer than a message is young enough to be taken.
  await database('sns_messages').whereRaw(`received_at < now() - interval '1 day'`).delete();
  return inChunks(
    database,
    `with gone as (
       delete from send_events where (workspace_id, send_id, at, dedupe_key) in (
         select e.workspace_id, e.send_id, e.at, e.dedupe_key
           from workspaces w join send_events e on e.workspace_id = w.id
            and e.at < now() - w.retention_days * interval '1 day'
            and (e.last_at is null or e.last_at < now() - w.retention_days * interval '1 day')
          limit 5000)
       returning 1
     ) select count(*)::int as rows from gone`,
    { onChunk },
  );
}
