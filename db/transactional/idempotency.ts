import { sentResponse, type FinalResponse } from '../../domain/transactional/responses';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { inChunks, type OnChunk } from '../events/in-chunks';
import type { StatementPart } from '../connection/statement-part';
import type { SendEnd, TransactionalSend } from './transactional';

/**
 * Transactional sends, with at most one message each. The claim is part of one statement: it takes the idempotency key,
 * writes the record, checks the recipient for suppression and, if there is something to deliver, commits
 * `provider_started_at`. Only the claiming process may then call the provider, once. If that process dies, repeats of
 * the key get a response from what is known, and the message is never sent again. `claims` and `ends` are parts of the
 * statement that processes sends in groups (send-group.ts).
 */

/** Hours for which a repeat gets the first response. */
const windowHours = 24;

/** An idempotency key to claim. */
export interface KeyClaim {
  key: string;
  payloadHash: Buffer;
  /** Milliseconds until other processes may take over. */
  leaseMs: number;
}

export interface StoredRecord {
  sendId: string;
  payloadHash: Buffer;
  isLeased: boolean;
  /** Null if the provider was not called yet. */
  providerStartedAt: Date | null;
  response: FinalResponse | null;
}

/** A send to claim, with its idempotency key if it has one. */
export interface SendClaim {
  send: TransactionalSend;
  key: KeyClaim | null;
  /**
   * Hash of the sender's API key, in hexadecimal, if the same statement counts the request; null if it was already
   * counted.
   */
  uncounted: string | null;
}

export interface Claimed {
  /** The recipient is suppressed, so the provider must not be called. */
  suppressed: boolean;
}

/**
 * Claims sends: once per idempotency key, or without a key once per call. Of several claims with one key, the first
 * counts. A claim with an already claimed key results in null. A record is taken over after it has expired, or if its
 * process died before it called the provider. Keys are locked in order, so that two processes cannot deadlock. A
 * request that the same statement counts claims nothing unless it is admitted (send-admission.ts); requests of an API
 * key are counted in the order given here.
 */
export const claims: StatementPart<SendClaim, Claimed & { id: string }, Claimed | null> = {
  // In the sandbox, suppressions are ignored and the provider is not called.
  ctes: `
    asked as materialized (
      select a.*, a.mode = 'live' and coalesce((
               select true from suppressions s
                where s.workspace_id = a.workspace_id and s.email = lower(btrim(a.recipient)) limit 1), false) as suppressed
        from unnest(
               cast(:claimWorkspaceIds as text[]), cast(:claimIds as text[]), cast(:communicationIds as text[]),
               cast(:recipients as text[]), cast(:subjects as text[]), cast(:tags as text[]), cast(:modes as text[]),
               cast(:apiKeyIds as text[]), cast(:claimKeys as text[]), cast(:payloadHashes as text[]),
               cast(:leasesMs as bigint[]), cast(:uncounted as text[]), cast(:places as int[])
             ) as a (workspace_id, id, communication_id, recipient, subject, tags, mode, api_key_id, key, hash, lease_ms,
                     uncounted, place)
       where a.uncounted is null or a.place <= (select room from admitted where admitted.hash = a.uncounted)
       limit :claimCount
    ), outcome as (
      select *, case when mode = 'live' and not suppressed then now() end as started_at from asked
    ), claimed as (
      insert into idempotency_records as r
             (workspace_id, idempotency_key, payload_hash, send_id, provider_started_at, lease_until, expires_at)
      select workspace_id, key, decode(hash, 'hex'), id, started_at,
             now() + lease_ms * interval '1 millisecond', now() + interval '${windowHours} hours'
        from outcome where key is not null order by workspace_id, key
      on conflict (workspace_id, idempotency_key) do update
         set payload_hash = excluded.payload_hash, send_id = excluded.send_id, lease_until = excluded.lease_until,
             provider_started_at = excluded.provider_started_at, answer_status = null, answer = null,
             created_at = now(), expires_at = excluded.expires_at
       where r.expires_at <= now()
          or (r.answer_status is null and r.provider_started_at is null and r.lease_until <= now()
              and r.payload_hash = excluded.payload_hash)
      returning send_id
    ), granted as (
      select * from outcome where key is null or id in (select send_id from claimed)
    ), inserted as (
      insert into sends (workspace_id, id, kind, status, communication_id, provider_started_at, recipient, subject, tags, mode,
                         api_key_id)
      select workspace_id, id, 'transactional', 'sending', communication_id, started_at, recipient, subject,
             cast(tags as jsonb), mode, api_key_id
        from granted
    )`,
  rows: 'select id, suppressed from granted',
  bindings: (claims) => {
    const places = placesOf(claims);
    const first = firstOfEachKey(claims);
    return {
      claimWorkspaceIds: first.map(({ send }) => send.workspaceId),
      claimIds: first.map(({ send }) => send.id),
      communicationIds: first.map(({ send }) => send.communicationId),
      recipients: first.map(({ send }) => send.recipient),
      subjects: first.map(({ send }) => send.subject),
      tags: first.map(({ send }) => JSON.stringify(send.tags)),
      modes: first.map(({ send }) => send.mode),
      apiKeyIds: first.map(({ send }) => send.apiKeyId),
      claimKeys: first.map(({ key }) => key?.key ?? null),
      payloadHashes: first.map(({ key }) => key?.payloadHash.toString('hex') ?? null),
      leasesMs: first.map(({ key }) => key?.leaseMs ?? null),
      uncounted: first.map(({ uncounted }) => uncounted),
      places: first.map((claim) => places.get(claim)),
      claimCount: first.length,
    };
  },
  results: (claims, rows) => {
    const claimed = new Map(rows.map(({ id, suppressed }) => [id, { suppressed }]));
    return claims.map(({ send }) => claimed.get(send.id) ?? null);
  },
};

/** Returns the position of each request among those with the same API key in the statement, starting at 1. */
function placesOf(claims: readonly SendClaim[]): Map<SendClaim, number> {
  const requests = new Map<string | null, number>();
  return new Map(
    claims.map((claim) => {
      const place = (requests.get(claim.uncounted) ?? 0) + 1;
      requests.set(claim.uncounted, place);
      return [claim, place];
    }),
  );
}

function firstOfEachKey(claims: readonly SendClaim[]): SendClaim[] {
  const seen = new Set<string>();
  return claims.filter(({ send, key }) => {
    if (key === null) return true;
    const name = JSON.stringify([send.workspaceId, key.key]);
    return !seen.has(name) && seen.add(name);
  });
}

/** Finds the record of an idempotency key. Returns null if it has expired, was never claimed, or was released. */
export async function findRecord(database: Database, workspaceId: string, key: string): Promise<StoredRecord | null> {
  const [row] = await rowsOf<RecordRow & Omit<StoredRecord, 'response'>>(
    database.raw(
      `select send_id as "sendId", payload_hash as "payloadHash", lease_until > now() as "isLeased",
              provider_started_at as "providerStartedAt", answer_status as status, answer as body
         from idempotency_records where workspace_id = ? and idempotency_key = ? and expires_at > now()`,
      [workspaceId, key],
    ),
  );
  if (row === undefined) return null;
  const { status, body, ...record } = row;
  return { ...record, response: responseOf({ status, body }) };
}

interface RecordRow {
  sendId: string;
  status: FinalResponse['status'] | null;
  body: FinalResponse['body'] | null;
}

const responseOf = ({ status, body }: Pick<RecordRow, 'status' | 'body'>): FinalResponse | null =>
  status === null || body === null ? null : { status, body: inOrder(body) };

/**
 * Restores the original order of the fields, because jsonb sorts them and a repeat gets the first response byte for
 * byte.
 */
const inOrder = (body: FinalResponse['body']): FinalResponse['body'] =>
  'error' in body ? body : sentResponse(body.id, body.message_id, body.mode).body;

/** A claim, identified by its send. */
export interface ClaimName {
  workspaceId: string;
  sendId: string;
  key: string | null;
}

/** The end of a send, and its response. */
export interface SettledSend {
  claim: ClaimName;
  end: SendEnd;
  response: FinalResponse;
}

/**
 * Ends sends, and stores their responses for repeats. Results in the response that counts, which differs if the
 * provider's delivery event or another process was first. The limit indicates that there are few rows, so that they are
 * looked up by index even if the tables were small when this was planned. Referencing the count of settled sends makes
 * the statement lock them before their keys, as a delivery event does.
 */
export const ends: StatementPart<SettledSend, RecordRow, FinalResponse> = {
  ctes: `
    ended as (
      select e.* from unnest(
               cast(:endWorkspaceIds as text[]), cast(:endIds as text[]), cast(:endKeys as text[]), cast(:statuses as text[]),
               cast(:failures as text[]), cast(:messageIds as text[]), cast(:responseStatuses as smallint[]),
               cast(:responses as text[])
             ) as e (workspace_id, send_id, key, status, failure, message_id, answer_status, answer) limit :endCount
    ), settled as (
      update sends s set status = e.status, failure = e.failure, provider_message_id = e.message_id,
                         sent_at = case when e.status = 'sent' then now() end
        from ended e where s.workspace_id = e.workspace_id and s.id = e.send_id and s.status in ('sending', 'unknown')
      returning 1
    ), kept as (
      update idempotency_records r
         set answer_status = coalesce(r.answer_status, e.answer_status), answer = coalesce(r.answer, cast(e.answer as jsonb))
        from ended e
       where (select count(*) from settled) >= 0
         and r.workspace_id = e.workspace_id and r.idempotency_key = e.key and r.send_id = e.send_id
      returning r.send_id as "sendId", r.answer_status as status, r.answer as body
    )`,
  rows: 'select * from kept',
  bindings: (given) => {
    // Lock keys in order, as claims do.
    const settled = [...given].sort((a, b) => ((a.claim.key ?? '') < (b.claim.key ?? '') ? -1 : 1));
    return {
      endWorkspaceIds: settled.map(({ claim }) => claim.workspaceId),
      endIds: settled.map(({ claim }) => claim.sendId),
      endKeys: settled.map(({ claim }) => claim.key),
      statuses: settled.map(({ end }) => end.status),
      failures: settled.map(({ end }) => (end.status === 'sent' ? null : end.failure)),
      messageIds: settled.map(({ end }) => (end.status === 'sent' ? end.providerMessageId : null)),
      responseStatuses: settled.map(({ response }) => response.status),
      responses: settled.map(({ response }) => JSON.stringify(response.body)),
      endCount: settled.length,
    };
  },
  results: (settled, rows) => {
    const kept = new Map(rows.map((row) => [row.sendId, responseOf(row)]));
    return settled.map(({ claim, response }) => kept.get(claim.sendId) ?? response);
  },
};

/** Releases a claim. The provider is known to have accepted nothing, so a repeat may send. */
export async function releaseSend(database: Database, claim: ClaimName, failure: string): Promise<void> {
  await database.raw(
    `with released as (
       delete from idempotency_records
        where workspace_id = :workspaceId and idempotency_key = :key and send_id = :sendId and answer_status is null
     )
     update sends set status = 'failed', failure = :failure, provider_started_at = null
      where workspace_id = :workspaceId and id = :sendId and status = 'sending'`,
    { ...claim, failure },
  );
}

/**
 * Deletes expired keys, in chunks.
 * @returns how many
 */
export async function purgeIdempotencyRecords(database: Database, onChunk: OnChunk): Promise<number> {
  return inChunks(
    database,
    `with gone as (
       delete from idempotency_records where expires_at <= now() and (workspace_id, idempotency_key) in (
         select workspace_id, idempotency_key from idempotency_records
          where expires_at <= now() order by expires_at limit 5000)
       returning 1
     ) select count(*)::int as rows from gone`,
    { onChunk },
  );
}
