import type { CountDefinition } from '../../domain/experiments/count-definition';
import { deleteRows } from '../lookups';

/** What the statements that count experiments have in common. Each takes the values `workspaceId`, `timezone` and `closedBefore`. */

/** The workspace, and the days that its rollups hold for. */
export interface CountScope {
  workspaceId: string;
  timezone: string;
  /** Days before it are not counted any more, as ISO date or `-infinity`. */
  closedBefore: string;
}

/** An experiment, and what its counts are to hold for. */
export interface Counted {
  experimentId: string;
  definition: CountDefinition;
}

/** A visitor of an experiment. */
export interface Pair {
  experimentId: string;
  visitorId: string;
  /** No exposure that is not known yet is before it. */
  lowerAt: string;
}

export const dayOf = (time: string): string => `((${time}) at time zone :timezone)::date`;

/** Retention has taken the events of closed days, or is about to: what was counted of them stands. */
export const isClosed = (time: string): string => `${dayOf(time)} < cast(:closedBefore as date)`;

/** Widened by three hours, as days do not begin at PostgreSQL's midnight everywhere. Only prunes. */
export const openFrom = `(cast(:closedBefore as date)::timestamp at time zone :timezone - interval '3 hours')`;

/**
 * The rows of a table for one visitor of an experiment, by its key, each with where it lies. `offset 0` keeps it a lookup: the planner
 * knows the size of no temporary result, and may read one as often as another has rows.
 */
export const lookup = (table: string, of: string, condition = 'true'): string =>
  `lateral (select ctid as row_id, * from ${table}
             where workspace_id = :workspaceId and experiment_id = ${of}.experiment_id and visitor_id = ${of}.visitor_id
               and ${condition} offset 0)`;

/** The rows in which `counted`, the count just made, differs from `last`: sign 1 for those to add, -1 for those to take away. */
export const changed = (columns: string): string => `changed as materialized (
    (select 1 as sign, ${columns} from counted except all select 1, ${columns} from last)
    union all
    (select -1, ${columns} from last except all select -1, ${columns} from counted)
  )`;

/** Deletes what was counted last and is not any more. */
export const deleteGone = (table: string, key: string): string => `gone as (
    ${deleteRows(table, `select row_id from last where (${key}) not in (select ${key} from counted)`)}
  )`;
