import { tryAcquireLock } from './connection/advisory-locks';
import type { Database } from './connection/pool';

/** @returns whether this transaction has the upkeep of Temporal, which one process does at a time; it is over with the transaction */
export const takeUpkeep = (transaction: Database): Promise<boolean> =>
  tryAcquireLock(transaction, 'upkeep of Temporal');
