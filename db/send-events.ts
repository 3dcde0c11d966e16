import { randomBytes } from 'node:crypto';
import { rowsOf, type Database } from './connection';
import { inChunks, type OnChunk } from './in-chunks';

/** What became of a message after it was sent. Rows name sends, never people or addresses. */
export interface SendEvent {
  kind: 'delivery' | 'open' | 'click' | 'bounce' | 'complaint' | 'delay' | 'reject' | 'unsubscribe' | 'resubscribe';
  at: Date;
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

/** Seconds from a message's acceptance in which nobody can have read it: a hit then is a scanner's. */
const unreadSeconds = 2;

/**
 * Records a hit, unless its send is gone. Where a link led is kept of messages of journeys only, and not once their person was
 * erased.
 */
export async function recordHit(database: Database, hit: Hit): Promise<void> {
  await database.raw(
    `insert into send_events (workspace_id, send_id, at, dedupe_key, kind, automated, link, url, detail)
     select s.workspace_id, s.id, cast(:at as timestamptz), :key, :kind, cast(:automated as boolean) or h.early,
            cast(:link as integer),
            case when s.kind = 'journey' and exists (
                   select from end_users u where u.workspace_id = s.workspace_id and u.id = s.end_user_id) then cast(:url as text) end,
            case when h.early and not cast(:automated as boolean) then 'too_soon' else cast(:detail as text) end
       from sends s, lateral (select coalesce(
              cast(:at as timestamptz) < coalesce(s.sent_at, s.provider_started_at) + ${unreadSeconds} * interval '1 second',
              false) as early) h
      where s.workspace_id = :workspaceId and s.id = :sendId
     on conflict do nothing`,
    { ...hit, key: `${hit.kind}:${randomBytes(8).toString('base64url')}` },
  );
}

/** Records what a reader decided by the links of a message. */
export async function recordChoice(
  database: Database,
  send: { workspaceId: string; sendId: string },
  kind: 'unsubscribe' | 'resubscribe',
): Promise<void> {
  await database.raw(
    `insert into send_events (workspace_id, send_id, at, dedupe_key, kind)
     select workspace_id, id, now(), cast(:kind as text), cast(:kind as text) from sends where workspace_id = :workspaceId and id = :sendId
     on conflict do nothing`,
    { ...send, kind },
  );
}

interface SendEventRow {
  send_id: string;
  kind: SendEvent['kind'];
  at: Date;
  automated: boolean;
  link: number | null;
  url: string | null;
  detail: string | null;
}

/** Events shown of one send, at most. */
const shownEvents = 100;

/** The events of sends, the newest hundred of each, oldest first. Sends without any are missing. */
export async function listSendEvents(
  database: Database,
  workspaceId: string,
  sendIds: readonly string[],
): Promise<Map<string, SendEvent[]>> {
  const rows = await rowsOf<SendEventRow>(
    database.raw(
      `select e.* from unnest(?::text[]) as s (id) cross join lateral (
         select send_id, kind, at, automated, link, url, detail from send_events
          where workspace_id = ? and send_id = s.id order by at desc limit ${shownEvents}) e
        order by e.at`,
      [[...sendIds], workspaceId],
    ),
  );
  const events = new Map<string, SendEvent[]>();
  for (const { send_id: sendId, ...event } of rows) events.set(sendId, [...(events.get(sendId) ?? []), event]);
  return events;
}

/** Takes out where the links of an erased person's messages led. @param pseudonym the name that their sends bear by now */
export async function forgetLinks(database: Database, workspaceId: string, pseudonym: string): Promise<number> {
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
          limit 5000)
       returning 1
     ) select count(*)::int as rows from gone`,
    { onChunk },
  );
}
