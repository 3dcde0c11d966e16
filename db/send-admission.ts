import type { Plan } from '../domain/transactional/throughput';
import type { StatementPart } from './statement-part';

/** Admission of transactional sends: whose key a request carries, and how many it has made in the window of a second. */
export interface Admission {
  workspaceId: string;
  keyId: string;
  /** The workspace's. */
  plan: Plan;
  /** Requests of the key in its window so far, this one among them. */
  requests: number;
  /** Milliseconds until the window ends. */
  msBeforeNext: number;
}

interface AdmittedRow {
  hash: string;
  workspace_id: string;
  id: string;
  plan: Plan;
  /** Of this statement. */
  requests: number;
  /** Of the window. */
  points: number;
  ms_before_next: number;
}

/**
 * Looks up and counts requests by the hashes of their keys, in hexadecimal; null for a key that is none of a transactional kind, or revoked. Windows
 * begin with a key's first request, by the database's clock, so that any number of processes count as one. Counters are locked in
 * their order, so that two processes cannot wait for each other. The limits say that there is little to look for: it is found by
 * index, however small the tables were when this was planned.
 */
export const admissions: StatementPart<string, AdmittedRow, Admission | null> = {
  ctes: `
    arriving as (
      select decode(a.hash, 'hex') as hash, a.requests
        from unnest(cast(:keyHashes as text[]), cast(:keyRequests as int[])) as a (hash, requests) limit :keyCount
    ), clock as (
      select cast(extract(epoch from now()) * 1000 as bigint) as ms
    ), holders as (
      select a.hash, a.requests, k.workspace_id, k.id, w.plan, 'throughput:' || k.id as counter
        from arriving a
        cross join lateral (
          select workspace_id, id from api_keys
           where hash = a.hash and kind = 'transactional' and revoked_at is null limit 1
        ) k
        join workspaces w on w.id = k.workspace_id
    ), counted as (
      insert into rate_limits as r (key, points, expire)
      select counter, requests, ms + 1000 from holders, clock order by counter
      on conflict (key) do update
         set points = case when r.expire > excluded.expire - 1000 then r.points else 0 end + excluded.points,
             expire = case when r.expire > excluded.expire - 1000 then r.expire else excluded.expire end
      returning key, points, expire
    )`,
  rows: `
    select encode(h.hash, 'hex') as hash, h.workspace_id, h.id, h.plan, h.requests, c.points,
           cast(c.expire - clock.ms as int) as ms_before_next
      from holders h join counted c on c.key = h.counter, clock`,
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
      const { workspace_id: workspaceId, id: keyId, plan, ms_before_next: msBeforeNext } = row;
      return { workspaceId, keyId, plan, requests: (row.used += 1), msBeforeNext };
    });
  },
};
