import { firstProbeMs, longestProbeMs, type BreakerPause } from '../../domain/breakers';
import type { Database } from '../connection/pool';

/**
 * The failures of a receiver of calls, one row each, shared by all processes. A success is written only after failures,
 * so that calls to a working receiver never write to a shared row.
 */
export interface BreakerState {
  /** Consecutive failures. */
  failures: number;
  pause: BreakerPause | null;
}

/** The row of a receiver: an email provider, or a host of a workspace's webhooks. */
export type Receiver =
  | { table: 'email_providers'; key: { name: string } }
  | { table: 'webhook_hosts'; key: { workspace_id: string; host: string } };

interface Row {
  failures: number;
  since: Date | null;
  reason: string | null;
  probeInMs: number | null;
  probeEveryMs: number | null;
}

const columns = `failures, reason, paused_at as since, probe_every_ms as "probeEveryMs",
  greatest(0, extract(epoch from probe_at - clock_timestamp()) * 1000)::float as "probeInMs"`;

function stateOf(row: Row | undefined): BreakerState {
  if (row === undefined) return { failures: 0, pause: null };
  const { failures, since, reason, probeInMs, probeEveryMs } = row;
  if (since === null || probeInMs === null || probeEveryMs === null) return { failures, pause: null };
  return { failures, pause: { since, reason: reason ?? 'UnknownError', probeInMs, probeEveryMs } };
}

export async function findBreakerState(database: Database, { table, key }: Receiver): Promise<BreakerState> {
  const query = database(table).where(key).select<Row[]>(database.raw(columns));
  const [row] = await query.timeout(2_000);
  return stateOf(row);
}

/**
 * Counts a failure, and pauses calls when the limit is reached. While calls are paused, only failed probes count: each
 * doubles the interval.
 * @param failure.limit consecutive failures after which calls pause
 * @returns the new state; null if the failure did not count
 */
export async function recordFailure(
  database: Database,
  { table, key }: Receiver,
  { reason, isProbe, limit }: { reason: string; isProbe: boolean; limit: number },
): Promise<BreakerState | null> {
  const values = { limit, first: firstProbeMs, longest: longestProbeMs };
  const [row] = await database({ r: table })
    .insert({ ...key, failures: 1, reason: reason.slice(0, 200) })
    .onConflict(Object.keys(key) as never)
    .merge({
      failures: database.raw('r.failures + 1'),
      reason: database.raw('excluded.reason'),
      paused_at: database.raw(`case when r.failures + 1 >= :limit then coalesce(r.paused_at, now()) end`, values),
      probe_every_ms: database.raw(
        `case when r.failures + 1 >= :limit then least(:longest, coalesce(2 * r.probe_every_ms, :first)) end`,
        values,
      ),
      probe_at: database.raw(
        `case when r.failures + 1 >= :limit
           then clock_timestamp() + least(:longest, coalesce(2 * r.probe_every_ms, :first)) * interval '1 millisecond' end`,
        values,
      ),
    })
    .whereRaw('(r.paused_at is null or ?)', [isProbe])
    .returning<Row[]>(database.raw(columns) as never);
  return row === undefined ? null : stateOf(row);
}

/** Resets the failures and ends the pause. @returns whether there were any */
export async function recordSuccess(database: Database, { table, key }: Receiver): Promise<boolean> {
  const working = { failures: 0, reason: null, paused_at: null, probe_at: null, probe_every_ms: null };
  return (await database(table).where(key).where('failures', '>', 0).update(working)) > 0;
}

/**
 * Takes a due probe. The next one is due after the interval, or after the lease if that is longer, so that a killed
 * process does not block probing.
 * @param leaseMs maximum duration of a call in milliseconds
 */
export async function takeProbe(database: Database, { table, key }: Receiver, leaseMs: number): Promise<boolean> {
  const taken = await database(table)
    .where(key)
    .where('probe_at', '<=', database.raw('clock_timestamp()'))
    .update({
      probe_at: database.raw(
        `clock_timestamp() + greatest(probe_every_ms, cast(? as integer)) * interval '1 millisecond'`,
        [Math.ceil(leaseMs)],
      ),
    });
  return taken > 0;
}
