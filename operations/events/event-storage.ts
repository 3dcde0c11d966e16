import { closeDays } from '../../db/analytics/rollups';
import {
  dropPartition,
  isEmpty,
  listMissingPartitions,
  listOldPartitions,
  makePartition,
} from '../../db/events/event-partitions';
import { deleteClosedDays, listRetentionDue, type RetentionDue } from '../../db/events/event-storage';
import { drainRollups } from '../analytics/drain-rollups';
import { withRollupsLocked } from '../analytics/with-rollups-locked';
import type { Context } from '../ports';

/**
 * Creates the monthly partitions of `events` from this month to some months ahead, each in its own transaction. Events in the default
 * partition that belong to such a month are moved. Safe to repeat.
 * @returns the names of the created partitions
 * @throws PostgreSQL's 55P03 when a long read holds the table's lock; try again later
 */
export async function makeEventPartitions({ database }: Pick<Context, 'database'>): Promise<string[]> {
  const missing = await listMissingPartitions(database);
  for (const { month } of missing) await database.transaction((transaction) => makePartition(transaction, month));
  return missing.map(({ name }) => name);
}

/**
 * Drops old monthly partitions of `events` that end before every workspace's retention, or that are empty. Keeps the default partition.
 * @returns their names
 * @throws PostgreSQL's 55P03 when a long read holds the table's lock; try again later
 */
export async function dropOutlivedPartitions({ database }: Pick<Context, 'database'>): Promise<string[]> {
  const dropped: string[] = [];
  for (const { name, isOutlived } of await listOldPartitions(database)) {
    if (!isOutlived && !(await isEmpty(database, name))) continue;
    const isDropped = await database.transaction((transaction) =>
      dropPartition(transaction, name, { onlyEmpty: !isOutlived }),
    );
    if (isDropped) dropped.push(name);
  }
  return dropped;
}

interface AppliedRetention {
  /** Workspaces with closed days. */
  closed: number;
  /** Names of the dropped partitions. */
  dropped: string[];
  /** Deleted events. */
  events: number;
}

/**
 * Applies the retention of every workspace: closes days, drops partitions that no workspace keeps, and deletes the other events in
 * chunks. Safe to repeat: it continues with what is left.
 * @throws AggregateError at the end if days of a workspace could not be closed
 */
export async function applyRetention({
  database,
  signal,
}: Pick<Context, 'database' | 'signal'>): Promise<AppliedRetention> {
  const { closed, failures } = await closeOutlivedDays({ database, signal });
  const dropped = await dropOutlivedPartitions({ database });
  const events = await deleteClosedDays(database, signal);
  if (failures.size > 0)
    throw new AggregateError([...failures.values()], `Retention failed for ${[...failures.keys()].join(', ')}`);
  return { closed: closed.length, dropped, events };
}

/**
 * Closes the days that are older than each workspace's retention: counts their rollups for the last time. Closes whole days in the
 * workspace's timezone, so that no figure covers half a day. Skips a workspace that fails, and keeps its events.
 * @returns the closed workspaces, and the errors of the others by workspace
 */
export async function closeOutlivedDays({
  database,
  signal,
}: Pick<Context, 'database' | 'signal'>): Promise<{ closed: RetentionDue[]; failures: Map<string, unknown> }> {
  const closed: RetentionDue[] = [];
  const failures = new Map<string, unknown>();
  for (const due of await listRetentionDue(database)) {
    const { workspaceId, before } = due;
    try {
      await drainRollups({ database }, workspaceId, { recountsAll: true });
      await withRollupsLocked(database, workspaceId, (transaction) => closeDays(transaction, workspaceId, before));
      closed.push(due);
    } catch (error) {
      failures.set(workspaceId, error);
    }
    signal.throwIfAborted();
  }
  return { closed, failures };
}
