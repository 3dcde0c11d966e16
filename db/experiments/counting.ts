import type { CountDefinition } from '../../domain/experiments/count-definition';
import { deleteRows } from '../lookups';

/**
 * Common parts of the statements that count experiments. Each takes the values `workspaceId`, `timezone` and
 * `closedBefore`.
 */

/** The workspace, and the days that its rollups cover. */
export interface CountScope {
  workspaceId: string;
  timezone: string;
  /** Days before this date are no longer counted; an ISO date or `-infinity`. */
  closedBefore: string;
}

/** An experiment, and the definition that its counts have to match. */
export interface Counted {
  experimentId: string;
  definition: CountDefinition;
}

/** A visitor of an experiment. */
export interface Pair {
  experimentId: string;
  visitorId: string;
  /** Lower bound of the visitor's exposures that are not stored yet. */
  lowerAt: string;
}

export const dayOf = (time: string): string => `((${time}) at time zone :timezone)::date`;

/**
 * Condition that a time is on a closed day. Retention has deleted its events or is about to, so its counts are final.
 */
export const isClosed = (time: string): string => `${dayOf(time)} < cast(:closedBefore as date)`;

/**
 * Start of the open days, three hours early, because days do not start at PostgreSQL's midnight in every timezone. Only
 * used for pruning.
 */
export const openFrom = `(cast(:closedBefore as date)::timestamp at time zone :timezone - interval '3 hours')`;

/**
 * Looks up the rows of a table for one visitor of an experiment by key, with their physical location. `offset 0` keeps
 * it a lookup: the planner does not know the size of temporary results, and might read one once for each row of
 * another.
 */
export const lookup = (table: string, of: string, condition = 'true'): string =>
  `lateral (select ctid as row_id, * from ${table}
             where workspace_id = :workspaceId and experiment_id = ${of}.experiment_id and visitor_id = ${of}.visitor_id
               and ${condition} offset 0)`;

/**
 * Returns the rows in which the new count, `counted`, differs from `last`: sign 1 for rows to add, -1 for rows to
 * subtract.
 */
export const changed = (columns: string): string => `changed as materialized (
    (select 1 as sign, ${columns} from counted except all select 1, ${columns} from last)
    union all
    (select -1, ${columns} from last except all select -1, ${columns} from counted)
  )`;

/** Deletes rows of the last count that are no longer counted. */
export const deleteGone = (table: string, key: string): string => `gone as (
    ${deleteRows(table, `select row_id from last where (${key}) not in (select ${key} from counted)`)}
  )`;
