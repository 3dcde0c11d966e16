import { rowsOf } from './connection/statements';
import type { Database } from './connection/pool';

/** @returns whether this transaction has the upkeep of Temporal, which one process does at a time; it is over with the transaction */
export async function takeUpkeep(transaction: Database): Promise<boolean> {
  const [row] = await rowsOf<{ taken: boolean }>(
    transaction.raw(`select pg_try_advisory_xact_lock(hashtextextended('upkeep of Temporal', 0)) as taken`),
  );
  return row?.taken === true;
}
