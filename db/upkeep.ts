import { tryAcquireLock } from './connection/advisory-locks';
import type { Database } from './connection/pool';

/**
 * Claims the upkeep of Temporal, which one process does at a time, until the transaction ends.
 * @returns whether this transaction has it
 */
export const takeUpkeep = (transaction: Database): Promise<boolean> =>
  tryAcquireLock(transaction, 'upkeep of Temporal');
