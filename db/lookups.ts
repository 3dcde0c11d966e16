import type { Database } from './connection/pool';

/**
 * Sets options for all later statements of a drain's transaction:
 *
 * - Sequential scans are off, because the planner would read all of a table that is small, or estimated to be small,
 * for each of thousands of visitors.
 * - JIT is off, because wrong cost estimates would make PostgreSQL compile statements that take a few milliseconds.
 * - The commit does not wait for the disk. If the server crashes right after it, the deleted markers are restored, so
 * that the drain is repeated. Later commits that wait for the disk also persist this one.
 */
export const setUpDrain = (transaction: Database): Promise<unknown> =>
  transaction.raw(
    `select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), set_config('synchronous_commit', 'off', true)`,
  );
