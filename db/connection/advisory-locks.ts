import type { Database } from './pool';
import { preparedRows, rowsOf } from './statements';

/** Everything that is locked by name rather than by a row. The name ends with the id of the workspace unless it says otherwise. */
export type LockName =
  /** Changes of conversions, before the rollups'. */
  | `conversions ${string}`
  /** Drains of the workspace's changes. */
  | `rollups ${string}`
  /** Recounts of touches, after the rollups'. */
  | `touches ${string}`
  /** Requests for erasure. */
  | `erasures ${string}`
  /** Imports of bundles. */
  | `imports ${string}`
  /** Changes of secrets. */
  | `workspace secrets ${string}`
  /** New connections. */
  | `connections ${string}`
  /** Figures of an account: platform, account, workspace. */
  | `ad figures ${string}/${string} ${string}`
  /** Learning from a journey: workspace, journey. */
  | `arm weights ${string}/${string}`
  /** Marketing messages to a person: workspace, person. */
  | `sends ${string} ${string}`
  /** Creating the person of an external id: workspace, external id. */
  | `person ${string} ${string}`
  /** Of the installation: the worker that keeps schedules and search attributes. */
  | 'upkeep of Temporal';

/** Waits for the lock, and holds it until the transaction ends. */
export async function acquireLock(transaction: Database, name: LockName): Promise<void> {
  await preparedRows(transaction, 'acquire-lock', 'select pg_advisory_xact_lock(hashtextextended(?, 0))', [name]);
}

/** Acquires the lock until the transaction ends, unless another holds it. @returns whether it is held now */
export async function tryAcquireLock(transaction: Database, name: LockName): Promise<boolean> {
  const [row] = await rowsOf<{ acquired: boolean }>(
    transaction.raw('select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as acquired', [name]),
  );
  return row?.acquired === true;
}
