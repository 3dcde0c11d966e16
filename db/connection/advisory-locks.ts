import type { Database } from './pool';
import { preparedRows, rowsOf } from './statements';

/** Names of the advisory locks. Each name ends with the workspace id unless noted otherwise. */
export type LockName =
  /** Changes of conversions. Acquired before the rollup lock. */
  | `conversions ${string}`
  /** Drains of the rollup queue. */
  | `rollups ${string}`
  /** Recounts of touches. Acquired after the rollup lock. */
  | `touches ${string}`
  /** Changes of the catalog of event types. */
  | `catalog ${string}`
  /** Requests for erasure. */
  | `erasures ${string}`
  /** Requests for bulk actions: workspace, journey. */
  | `bulks ${string} ${string}`
  /** Imports of bundles. */
  | `imports ${string}`
  /** Changes of secrets. */
  | `workspace secrets ${string}`
  /** New connections. */
  | `connections ${string}`
  /** Ad figures of an account: platform, account, workspace. */
  | `ad figures ${string}/${string} ${string}`
  /** Learning from a journey: workspace, journey. */
  | `arm weights ${string}/${string}`
  /** Marketing messages to a person: workspace, person. */
  | `sends ${string} ${string}`
  /** Creating the person of an external id: workspace, external id. */
  | `person ${string} ${string}`
  /** New workspaces of a person: user. */
  | `workspaces of ${string}`
  /** Installation-wide: the worker that maintains schedules and search attributes. */
  | 'upkeep of Temporal'
  /** Installation-wide: creating the first workspace. */
  | 'first workspace';

/** Waits for the lock and keeps it until the transaction ends. */
export async function acquireLock(transaction: Database, name: LockName): Promise<void> {
  await preparedRows(transaction, 'acquire-lock', 'select pg_advisory_xact_lock(hashtextextended(?, 0))', [name]);
}

/**
 * Acquires the lock until the transaction ends, unless another transaction has it.
 * @returns whether the lock was acquired
 */
export async function tryAcquireLock(transaction: Database, name: LockName): Promise<boolean> {
  const [row] = await rowsOf<{ acquired: boolean }>(
    transaction.raw('select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as acquired', [name]),
  );
  return row?.acquired === true;
}
