import type { Database } from './connection/pool';

/**
 * What keeps plans as they are, whatever the planner knows of the tables; a test reads the plans.
 *
 * Some predicates are such that no index supports them. Events and completions of one visitor are looked up by the index of visitors; other
 * indexes have the workspace, too, and the time or the type. When these predicates compare the end of the time or the type
 * with a plain operator, the planner may estimate another index to be as cheap, and scan all rows of the workspace of that time
 * or type for each visitor. For events the lower bound keeps its plain operator: partitions are pruned by it. Statistics of these
 * columns are off for the same reason (migration 38).
 */

/**
 * Looks rows up by an index in every statement of a transaction that follows. The planner reads the whole of a table that is small, or that it
 * believes to be, for each of thousands of visitors.
 */
export const lookUpByIndex = (transaction: Database): Promise<unknown> =>
  transaction.raw('set local enable_seqscan = off');

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
export const isUpTo = (end: string): string => `greatest(occurred_at, ${end}) = ${end}`;

/** @param begin an expression; included. For a table without partitions, of which it could prune none */
export const isFrom = (begin: string): string => `least(occurred_at, ${begin}) = ${begin}`;

/** @param end an expression; not included */
export const isBefore = (end: string): string => `least(occurred_at, ${end}) < ${end}`;
