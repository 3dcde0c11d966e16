import {
  firstProbeMs,
  longestProbeMs,
  failuresBeforePause,
  type ProviderPause,
} from '../../domain/email/provider-pause';
import { preparedAs, type Database } from '../connection/pool';
import { preparedRows, rowsOf } from '../connection/statements';

/**
 * Failures of the email provider, one row each, shared by all processes. A success is written only after failures, so
 * that sends through a working provider never write to a shared row.
 */
export interface ProviderState {
  /** Consecutive failures. */
  failures: number;
  pause: ProviderPause | null;
}

interface Row {
  failures: number;
  since: Date | null;
  reason: string | null;
  probeInMs: number | null;
  probeEveryMs: number | null;
}

const columns = `failures, reason, paused_at as since, probe_every_ms as "probeEveryMs",
  greatest(0, extract(epoch from probe_at - clock_timestamp()) * 1000)::float as "probeInMs"`;

function stateOf(row: Row | undefined): ProviderState {
  if (row === undefined) return { failures: 0, pause: null };
  const { failures, since, reason, probeInMs, probeEveryMs } = row;
  if (since === null || probeInMs === null || probeEveryMs === null) return { failures, pause: null };
  return { failures, pause: { since, reason: reason ?? 'UnknownError', probeInMs, probeEveryMs } };
}

export async function findProviderState(database: Database, name: string): Promise<ProviderState> {
  const query = database.raw(`select ${columns} from email_providers where name = ?`, [name]);
  const [row] = await rowsOf<Row>(query.options(preparedAs(database, 'find-provider-state')).timeout(2_000));
  return stateOf(row);
}

/**
 * Counts a failure, and pauses sends when the limit is reached. While sends are paused, only failed probes count: each
 * doubles the interval.
 * @returns the new state; null if the failure did not count
 */
export async function recordProviderFailure(
  database: Database,
  name: string,
  { reason, isProbe }: { reason: string; isProbe: boolean },
): Promise<ProviderState | null> {
  const [row] = await preparedRows<Row>(
    database,
    'record-provider-failure',
    `insert into email_providers as p (name, failures, reason) values (:name, 1, :reason)
     on conflict (name) do update
       set failures = p.failures + 1, reason = excluded.reason,
           paused_at = case when p.failures + 1 >= :limit then coalesce(p.paused_at, now()) end,
           probe_every_ms = case when p.failures + 1 >= :limit then least(:longest, coalesce(2 * p.probe_every_ms, :first)) end,
           probe_at = case when p.failures + 1 >= :limit
             then clock_timestamp() + least(:longest, coalesce(2 * p.probe_every_ms, :first)) * interval '1 millisecond' end
       where p.paused_at is null or cast(:isProbe as boolean)
     returning ${columns}`,
    {
      name,
      isProbe,
      reason: reason.slice(0, 200),
      limit: failuresBeforePause,
      first: firstProbeMs,
      longest: longestProbeMs,
    },
  );
  return row === undefined ? null : stateOf(row);
}

/**
 * Resets the failures and ends the pause.
 * @returns when the pause started; null if sends were not paused
 */
export async function recordProviderSuccess(database: Database, name: string): Promise<Date | null> {
  const [row] = await preparedRows<{ since: Date | null }>(
    database,
    'record-provider-success',
    `with before as (select name, paused_at from email_providers where name = ? and failures > 0 for update)
     update email_providers p
        set failures = 0, reason = null, paused_at = null, probe_at = null, probe_every_ms = null
       from before where p.name = before.name
     returning before.paused_at as since`,
    [name],
  );
  return row?.since ?? null;
}

/**
 * Takes a due probe. The next one is due after the interval, or after the lease if that is longer, so that a killed
 * process does not block probing.
 * @param leaseMs maximum duration of a delivery in milliseconds
 */
export async function takeProbe(database: Database, name: string, leaseMs: number): Promise<boolean> {
  const rows = await preparedRows<object>(
    database,
    'take-provider-probe',
    `update email_providers
        set probe_at = clock_timestamp() + greatest(probe_every_ms, cast(:leaseMs as integer)) * interval '1 millisecond'
      where name = :name and probe_at <= clock_timestamp()
     returning name`,
    { name, leaseMs: Math.ceil(leaseMs) },
  );
  return rows.length > 0;
}
