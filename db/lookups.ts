/**
 * Predicates that no index supports. Events and completions of one visitor are looked up by the index of visitors; other
 * indexes have the workspace, too, and the time or the type. When these predicates compare the end of the time or the type
 * with a plain operator, the planner may estimate another index to be as cheap, and scan all rows of the workspace of that time
 * or type for each visitor. For events the lower bound keeps its plain operator: partitions are pruned by it. Statistics of these columns are off for the same reason
 * (migration 38), and a test reads the plans.
 */

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
