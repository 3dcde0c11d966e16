import { sendsPerSecond, type Plan } from '../../domain/transactional/throughput';
import type { StatementPart } from '../connection/statement-part';

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

const sendsOfPlan = `case plan ${Object.entries(sendsPerSecond)
  .map(([plan, sends]) => `when '${plan}' then ${sends}`)
  .join(' ')} end`;

/**
 * Looks up and counts requests by the hashes of their keys, in hexadecimal. Results in null for a key that is revoked,
 * expired or not transactional. Windows start with a key's first request, by the database's clock, so that all
 * processes share one count. Counters are locked in order, so that two processes cannot deadlock. The limits indicate
 * that there are few rows, so that they are looked up by index even if the tables were small when this was planned. Of
 * a key's requests in one statement, the first `room` are within its throughput.
 */
export const admissions: StatementPart<string, AdmittedRow, Admission | null> = {
  ctes: `
    arriving as (
      select a.hash, a.requests
        from unnest(cast(:keyHashes as text[]), cast(:keyRequests as int[])) as a (hash, requests) limit :keyCount
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
      select h.hash, h.plan, h.is_paused, h.requests, c.points,
             cast(c.expire - clock.ms as int) as ms_before_next, case when h.is_paused then 0 else h.requests + ${sendsOfPlan} - c.points end as room
        from holders h join counted c on c.key = h.counter, clock
    )`,
  rows: 'select hash, plan, is_paused as "isPaused", requests, points, ms_before_next as "msBeforeNext" from admitted',
  bindings: (hashes) => {
    const requests = new Map<string, number>();
    for (const hash of hashes) requests.set(hash, (requests.get(hash) ?? 0) + 1);
    return { keyHashes: [...requests.keys()], keyRequests: [...requests.values()], keyCount: requests.size };
  },
  results: (hashes, rows) => {
    const byHash = new Map(rows.map((row) => [row.hash, { ...row, used: row.points - row.requests }]));
    return hashes.map((hash) => {
      const row = byHash.get(hash);
      if (row === undefined) return null;
      const { plan, isPaused, msBeforeNext } = row;
      return { plan, isPaused, requests: (row.used += 1), msBeforeNext };
    });
  },
};
