import type { Database } from './connection/pool';

/**
 * Keeps query plans stable regardless of the planner's statistics. A test checks the plans.
 *
 * Some predicates are written so that no index supports them. Events and completions of one visitor are looked up by
 * the index of visitors. Other indexes also contain the workspace and the time or type. If these predicates compared
 * the time or type with a plain operator, the planner might estimate another index to be as cheap, and scan all rows of
 * the workspace with that time or type for each visitor. A comparison with all elements of an array, even of one
 * element, uses no index, but still prunes partitions. Statistics of these columns are disabled for the same reason
 * (db/migrations).
 */

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

/**
 * Returns the SQL that deletes rows by location only, because the planner might compare each row of the workspace with
 * each row of a joined temporary result. The caller holds the lock for the workspace's rows, so that their locations do
 * not change.
 * @param rows a query for the `ctid` of each
 */
export const deleteRows = (table: string, rows: string): string =>
  `delete from ${table} where ctid = any(array(${rows}))`;

/**
 * Returns a condition on the type that no index supports.
 * @param type an expression
 */
export const isOfType = (type: string): string => `type || '' = ${type}`;

/**
 * Returns a condition on the type that no index supports.
 * @param types an expression for a list
 */
export const isOfTypes = (types: string): string => `type || '' = any(${types})`;

/**
 * Returns a condition on the time that no index supports.
 * @param end an expression; inclusive
 */
export const isUpTo = (end: string): string => `occurred_at <= all(array[${end}])`;

/**
 * Returns a condition on the time that no index supports.
 * @param begin an expression; inclusive
 */
export const isFrom = (begin: string): string => `occurred_at >= all(array[${begin}])`;

/**
 * Returns a condition on the time that no index supports.
 * @param end an expression; exclusive
 */
export const isBefore = (end: string): string => `occurred_at < all(array[${end}])`;
