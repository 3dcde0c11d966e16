import type { Database } from './connection/pool';

/**
 * What keeps plans as they are, whatever the planner knows of the tables; a test reads the plans.
 *
 * Some predicates are such that no index supports them. Events and completions of one visitor are looked up by the index of visitors; other
 * indexes have the workspace, too, and the time or the type. When these predicates compare the end of the time or the type
 * with a plain operator, the planner may estimate another index to be as cheap, and scan all rows of the workspace of that time
 * or type for each visitor. A comparison with all of an array, even of one, is looked up by no index, and prunes partitions all
 * the same. Statistics of these columns are off for the same reason (migration 38).
 */

/**
 * Settings for every statement of a drain's transaction that follows:
 *
 * - Rows are looked up by an index. The planner reads the whole of a table that is small, or that it believes to be, for each of
 *   thousands of visitors.
 * - Nothing is compiled: costs that are estimated from nothing would have PostgreSQL compile statements of a few milliseconds.
 * - The commit does not wait for the disk. A server that is lost right after it comes back with the markers that were taken, so that the drain
 *   is done again; commits that follow and do wait take it with them.
 */
export const setUpDrain = (transaction: Database): Promise<unknown> =>
  transaction.raw(
    `select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), set_config('synchronous_commit', 'off', true)`,
  );

/**
 * Deletes rows of a table by where they lie, and by nothing that the planner would have to estimate: joined with a temporary result,
 * it may hold each row of the workspace against each of that. The caller has locked the rows' workspace, so that they stay where they are.
 * @param rows a query for the `ctid` of each
 */
export const deleteRows = (table: string, rows: string): string =>
  `delete from ${table} where ctid = any(array(${rows}))`;

/** @param type an expression */
export const isOfType = (type: string): string => `type || '' = ${type}`;

/** @param types an expression for a list */
export const isOfTypes = (types: string): string => `type || '' = any(${types})`;

/** @param end an expression; included */
export const isUpTo = (end: string): string => `occurred_at <= all(array[${end}])`;

/** @param begin an expression; included */
export const isFrom = (begin: string): string => `occurred_at >= all(array[${begin}])`;

/** @param end an expression; not included */
export const isBefore = (end: string): string => `occurred_at < all(array[${end}])`;
