/**
 * Conditions in words that no index is found by. Events and completions of one visitor are looked up by the index of visitors; other
 * indexes have the workspace, too, and the time or the type. For as long as these conditions name the time's end or the type in
 * the usual words, the planner may take another index for as good, and read all that the workspace has of a time or type for
 * each visitor. The beginning stays as it is: partitions are pruned by it. Statistics of these columns are off for the same reason
 * (migration 38), and a test reads the plans.
 */

/** @param type an expression */
export const isOfType = (type: string): string => `type || '' = ${type}`;

/** @param types an expression for a list */
export const isOfTypes = (types: string): string => `type || '' = any(${types})`;

/** @param end an expression; included */
export const isUpTo = (end: string): string => `greatest(occurred_at, ${end}) = ${end}`;

/** @param end an expression; not included */
export const isBefore = (end: string): string => `least(occurred_at, ${end}) < ${end}`;
