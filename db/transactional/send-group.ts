import { sendsPerSecond, type Plan } from '../../domain/transactional/throughput';
import type { FinalResponse } from '../../domain/transactional/responses';
import { runPrepared } from '../connection/statements';
import type { Database } from '../connection/pool';
import { responseOf, type Claimed, type RecordRow, type SendClaim, type SettledSend } from './idempotency';

/** Admission of transactional sends: how many requests a key has made in its window of one second. */
export interface Admission {
  /** Plan of the key's workspace. */
  plan: Plan;
  /** Whether the workspace is paused. If so, nothing is claimed. */
  isPaused: boolean;
  /** Requests of the key in its window so far, including this one. */
  requests: number;
  /** Milliseconds until the window ends. */
  msBeforeNext: number;
}

/** The pending database operations of the sends of one process. */
export interface SendGroup {
  /** Hashes of the keys, in hexadecimal, of requests that claim nothing. */
  admissions: readonly string[];
  claims: readonly SendClaim[];
  ends: readonly SettledSend[];
}

/** The results, in the order of the operations. */
export interface SendGroupResults {
  admissions: (Admission | null)[];
  claims: ClaimOutcome[];
  ends: FinalResponse[];
}

export interface ClaimOutcome {
  /** Set if the same statement counted the request; null if it was counted before or its key is not valid. */
  admission: Admission | null;
  /** Null if the idempotency key is already claimed or the request was not admitted. */
  claimed: Claimed | null;
}

/**
 * Looks up and counts keys, claims sends, and ends sends in one statement, atomically. Grouping pays off because a
 * statement costs more than its rows. It is prepared once per connection, because planning costs even more.
 *
 * All processes lock in the same order: counters, then keys, then sends, then the keys of those sends. Each of them is
 * locked in the order of its key, so that two processes cannot deadlock. The limits indicate that there are few rows, so
 * that they are looked up by index even if the tables were small when the statement was planned.
 *
 * - Keys (`arriving` to `admitted`): windows start with a key's first request, by the database's clock, so that all
 *   processes share one count. `room` is how many of a key's requests here are within its throughput: the first ones.
 *   This mirrors `isOverThroughput` (domain/transactional/throughput.ts), because counting and claiming are atomic.
 * - Claims (`asked` to `inserted`): of several claims with one idempotency key, the first counts. A record is taken over
 *   after it has expired, or if its process died before it called the provider. A request that is counted here claims
 *   nothing unless it is admitted. In the sandbox, suppressions are ignored and the provider is not called.
 * - Ends (`ended` to `kept`): the response that counts may be that of the provider's delivery event or of another
 *   process, if it was first. Referencing the count of settled sends locks them before their keys, as a delivery event
 *   does.
 */
const statement = {
  name: 'send-group',
  text: `
    with arriving as (
      select a.hash, a.requests from unnest(cast($1 as text[]), cast($2 as int[])) as a (hash, requests) limit $3
    ), clock as (
      select cast(extract(epoch from now()) * 1000 as bigint) as ms
    ), holders as (
      select a.hash, a.requests, w.plan, w.is_paused, 'throughput:' || k.id as counter
        from arriving a
        cross join lateral (
          select workspace_id, id from api_keys
           where hash = decode(a.hash, 'hex') and kind = 'transactional' and revoked_at is null
             and (expires_at is null or expires_at > now()) limit 1
        ) k
        cross join lateral (select plan, paused_at is not null as is_paused from workspaces where id = k.workspace_id limit 1) w
    ), counted as (
      insert into rate_limits as r (key, points, expire)
      select counter, requests, ms + 1000 from holders, clock order by counter
      on conflict (key) do update
         set points = case when r.expire > excluded.expire - 1000 then r.points else 0 end + excluded.points,
             expire = case when r.expire > excluded.expire - 1000 then r.expire else excluded.expire end
      returning key, points, expire
    ), admitted as (
      select h.hash, h.plan, h.is_paused, h.requests, c.points, cast(c.expire - clock.ms as int) as ms_before_next,
             case when h.is_paused then 0
                  else h.requests + cast(cast($4 as json) ->> h.plan as int) - c.points end as room
        from holders h join counted c on c.key = h.counter, clock

    ), asked as materialized (
      select a.*, a.mode = 'live' and coalesce((
               select true from suppressions s
                where s.workspace_id = a.workspace_id and s.email = lower(btrim(a.recipient)) limit 1), false) as suppressed
        from unnest(
               cast($5 as text[]), cast($6 as text[]), cast($7 as text[]), cast($8 as text[]), cast($9 as text[]),
               cast($10 as text[]), cast($11 as text[]), cast($12 as text[]), cast($13 as text[]), cast($14 as text[]),
               cast($15 as bigint[]), cast($16 as text[]), cast($17 as int[])
             ) as a (workspace_id, id, communication_id, recipient, subject,
                     tags, mode, api_key_id, key, hash,
                     lease_ms, uncounted, place)
       where a.uncounted is null or a.place <= (select room from admitted where admitted.hash = a.uncounted)
       limit $18
    ), outcome as (
      select *, case when mode = 'live' and not suppressed then now() end as started_at from asked
    ), claimed as (
      insert into idempotency_records as r
             (workspace_id, idempotency_key, payload_hash, send_id, provider_started_at, lease_until, expires_at)
      select workspace_id, key, decode(hash, 'hex'), id, started_at,
             now() + lease_ms * interval '1 millisecond', now() + interval '24 hours'
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

    ), ended as (
      select e.* from unnest(
               cast($19 as text[]), cast($20 as text[]), cast($21 as text[]), cast($22 as text[]), cast($23 as text[]),
               cast($24 as text[]), cast($25 as smallint[]), cast($26 as text[])
             ) as e (workspace_id, send_id, key, status, failure, message_id, answer_status, answer) limit $27
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
    )
    select (select json_agg(a) from (
             select hash, plan, is_paused as "isPaused", requests, points, ms_before_next as "msBeforeNext" from admitted) a
           ) as admissions,
           (select json_agg(c) from (select id, suppressed from granted) c) as claims,
           (select json_agg(e) from kept e) as ends`,
};

interface Row {
  admissions: AdmittedRow[] | null;
  claims: (Claimed & { id: string })[] | null;
  ends: RecordRow[] | null;
}

interface AdmittedRow {
  hash: string;
  plan: Plan;
  isPaused: boolean;
  /** Requests in this statement. */
  requests: number;
  /** Requests in the window. */
  points: number;
  msBeforeNext: number;
}

/** Carries out a group of operations, as {@link statement} describes. */
export async function carryOut(database: Database, group: SendGroup): Promise<SendGroupResults> {
  const claiming = group.claims.flatMap(({ uncounted }) => uncounted ?? []);
  const arrived = [...claiming, ...group.admissions];
  const { rows } = await runPrepared<Row>(database, statement, [
    ...arrivingValues(arrived),
    JSON.stringify(sendsPerSecond),
    ...claimValues(group.claims),
    ...endValues(group.ends),
  ]);
  const { admissions, claims, ends } = rows[0] as Row;
  const admitted = admissionsOf(arrived, admissions ?? []);
  const ofClaims = admitted.splice(0, claiming.length);
  const claimed = new Map((claims ?? []).map(({ id, suppressed }) => [id, { suppressed }]));
  const kept = new Map((ends ?? []).map((row) => [row.sendId, responseOf(row)]));
  return {
    admissions: admitted,
    claims: group.claims.map(({ uncounted, send }) => ({
      admission: uncounted === null ? null : (ofClaims.shift() ?? null),
      claimed: claimed.get(send.id) ?? null,
    })),
    ends: group.ends.map(({ claim, response }) => kept.get(claim.sendId) ?? response),
  };
}

/** Returns the values of `arriving`: the keys, the requests of each, and the number of keys. */
function arrivingValues(hashes: readonly string[]): unknown[] {
  const requests = new Map<string, number>();
  for (const hash of hashes) requests.set(hash, (requests.get(hash) ?? 0) + 1);
  return [[...requests.keys()], [...requests.values()], requests.size];
}

/**
 * Returns the admission of each request, in order. Null for a key that is revoked, expired or not transactional.
 */
function admissionsOf(hashes: readonly string[], rows: readonly AdmittedRow[]): (Admission | null)[] {
  const byHash = new Map(rows.map((row) => [row.hash, { ...row, used: row.points - row.requests }]));
  return hashes.map((hash) => {
    const row = byHash.get(hash);
    if (row === undefined) return null;
    const { plan, isPaused, msBeforeNext } = row;
    return { plan, isPaused, requests: (row.used += 1), msBeforeNext };
  });
}

/** Returns the values of `asked`, by column, and the number of rows. `place` counts the requests of each API key. */
function claimValues(claims: readonly SendClaim[]): unknown[] {
  const requests = new Map<string | null, number>();
  const places = new Map(
    claims.map((claim) => {
      const place = (requests.get(claim.uncounted) ?? 0) + 1;
      requests.set(claim.uncounted, place);
      return [claim, place];
    }),
  );
  const first = firstOfEachKey(claims);
  return [
    first.map(({ send }) => send.workspaceId),
    first.map(({ send }) => send.id),
    first.map(({ send }) => send.communicationId),
    first.map(({ send }) => send.recipient),
    first.map(({ send }) => send.subject),
    first.map(({ send }) => JSON.stringify(send.tags)),
    first.map(({ send }) => send.mode),
    first.map(({ send }) => send.apiKeyId),
    first.map(({ key }) => key?.key ?? null),
    first.map(({ key }) => key?.payloadHash.toString('hex') ?? null),
    first.map(({ key }) => key?.leaseMs ?? null),
    first.map(({ uncounted }) => uncounted),
    first.map((claim) => places.get(claim)),
    first.length,
  ];
}

function firstOfEachKey(claims: readonly SendClaim[]): SendClaim[] {
  const seen = new Set<string>();
  return claims.filter(({ send, key }) => {
    if (key === null) return true;
    const name = JSON.stringify([send.workspaceId, key.key]);
    return !seen.has(name) && seen.add(name);
  });
}

/** Returns the values of `ended`, by column, and the number of rows. Sorted by key, because keys are locked in order. */
function endValues(ends: readonly SettledSend[]): unknown[] {
  const settled = [...ends].sort((a, b) => ((a.claim.key ?? '') < (b.claim.key ?? '') ? -1 : 1));
  return [
    settled.map(({ claim }) => claim.workspaceId),
    settled.map(({ claim }) => claim.sendId),
    settled.map(({ claim }) => claim.key),
    settled.map(({ end }) => end.status),
    settled.map(({ end }) => (end.status === 'sent' ? null : end.failure)),
    settled.map(({ end }) => (end.status === 'sent' ? end.providerMessageId : null)),
    settled.map(({ response }) => response.status),
    settled.map(({ response }) => JSON.stringify(response.body)),
    settled.length,
  ];
}
