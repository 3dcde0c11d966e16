import { inChunks, rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** An event of a message after it was sent. Rows reference sends, never people or addresses. */
export interface SendEvent {
  kind: 'delivery' | 'open' | 'click' | 'bounce' | 'complaint' | 'delay' | 'reject' | 'unsubscribe' | 'resubscribe';
  /** When it happened, or first happened. */
  at: Date;
  /** Number of occurrences: repeated opens, clicks of the same link and choices are counted. */
  count: number;
  /** When it last happened. */
  lastAt: Date;
  /** Caused by a program: a scanner, a prefetch, or a proxy that opens everything. */
  automated: boolean;
  /** For a click: the position of the link among the message's tracked links, starting at 1. */
  link: number | null;
  /** For a click in a journey message: the link's target without query and fragment. */
  url: string | null;
  detail: string | null;
  /** For a bounce or a delay: the text of the receiving server. */
  diagnostic: string | null;
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

/**
 * Seconds after a message was accepted in which no person can have read it: a hit in this time comes from a scanner.
 */
const unreadSeconds = 2;

/**
 * Records a hit, unless its send was deleted. Repeats are counted on the row of the first hit, so a message has a
 * bounded number of rows however often its links are followed. The target of a link is stored only for journey
 * messages, and not after their person was erased.
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
     on conflict (workspace_id, send_id, dedupe_key) where dedupe_key like 'counted:%'
     do update set count = least(send_events.count, 2147483646) + 1,
                   last_at = greatest(send_events.last_at, excluded.last_at)`,
    { ...hit },
  );
}

/**
 * Records a reader's choice to unsubscribe or resubscribe through the links of a message. Repeated changes are counted.
 */
export async function recordChoice(
  database: Database,
  send: { workspaceId: string; sendId: string },
  kind: 'unsubscribe' | 'resubscribe',
): Promise<void> {
  await database.raw(
    `insert into send_events (workspace_id, send_id, at, last_at, dedupe_key, kind)
     select workspace_id, id, now(), now(), 'counted:' || cast(:kind as text), cast(:kind as text)
       from sends where workspace_id = :workspaceId and id = :sendId
     on conflict (workspace_id, send_id, dedupe_key) where dedupe_key like 'counted:%'
     do update set count = least(send_events.count, 2147483646) + 1,
                   last_at = greatest(send_events.last_at, excluded.last_at)`,
    { ...send, kind },
  );
}

/** Maximum number of events per send that are listed. */
const shownEvents = 100;

/** Lists the newest hundred events of each send, oldest first. Sends without events are omitted. */
export async function listSendEvents(
  database: Database,
  workspaceId: string,
  sendIds: readonly string[],
): Promise<Map<string, SendEvent[]>> {
  const rows = await rowsOf<SendEvent & { sendId: string }>(
    database.raw(
      `select e.* from unnest(?::text[]) as s (id) cross join lateral (
         select send_id as "sendId", kind, at, count, coalesce(last_at, at) as "lastAt", automated, link, url, detail,
                diagnostic
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

/**
 * Removes the link targets and the texts of receiving servers from an erased person's messages.
 * @param pseudonym the person's name in their sends after the renaming
 */
export async function eraseLinks(database: Database, workspaceId: string, pseudonym: string): Promise<number> {
  const theirs = database('sends').where({ workspace_id: workspaceId, end_user_id: pseudonym }).select('id');
  return database('send_events')
    .where({ workspace_id: workspaceId })
    .whereIn('send_id', theirs)
    .where((either) => either.whereNotNull('url').orWhereNotNull('diagnostic'))
    .update({ url: null, diagnostic: null });
}

/**
 * Deletes events after their workspace's retention period, in chunks, SNS message ids after a day, and unreadable
 * reports after 30 days.
 * @returns the number of deleted events
 */
export async function purgeSendEvents(database: Database, signal: AbortSignal): Promise<number> {
  // A day is much longer than the maximum age at which SNS messages are accepted.
  await database('sns_messages').whereRaw(`received_at < now() - interval '1 day'`).delete();
  await database('unreadable_feedback').whereRaw(`received_at < now() - interval '30 days'`).delete();
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
    { signal },
  );
}
