import type { Database } from '../connection/pool';

/**
 * Sets options for all later statements of a drain's transaction:
 *
 * - Sequential scans are off, because the planner would read all of a table that is small, or estimated to be small,
 * for each of thousands of visitors.
 * - JIT is off, because wrong cost estimates would make PostgreSQL compile statements that take a few milliseconds.
 * - The commit does not wait for the disk. If the server crashes right after it, the deleted markers are restored, so
 * that the drain is repeated. Later commits that wait for the disk also persist this one.
 *
 * The statements of drains compare times with `all(array[…])`, which uses no index but prunes partitions. They look up
 * events and completions by visitor. With a plain comparison and few or no statistics, the primary key, which has the
 * workspace and the time, has the same estimated cost as the index by visitor. The planner then reads all rows of the
 * workspace for each visitor: 1,301,900 events and 1,800,100 completions in test/load/drain-plans.test.ts, instead of at
 * most 8,000. Neither an index nor statistics help, because both estimates are one row. The columns have no statistics
 * (`set statistics 0`) for the same reason.
 */
export const setUpDrain = (transaction: Database): Promise<unknown> =>
  transaction.raw(
    `select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), set_config('synchronous_commit', 'off', true)`,
  );
