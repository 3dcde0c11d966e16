import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Number of future months with a partition of `events`; `migrate` and the maintenance create them. */
const monthsAhead = 3;
/** Number of past months that keep their partition, even if it is empty: events may arrive up to 30 days late. */
const monthsBack = 2;

/**
 * Maximum wait for a lock that blocks all readers and writers of `events`, because statements that need the table queue
 * behind it. During a long read the wait fails with 55P03 and is retried later.
 */
const lockTimeout = '1s';

/** Lists missing partitions from this month to {@link monthsAhead} months later. */
export const listMissingPartitions = (database: Database): Promise<{ name: string; month: string }[]> =>
  rowsOf(
    database.raw(
      `select month::date::text as month, 'events_' || to_char(month, 'YYYY_MM') as name
         from generate_series(date_trunc('month', now() at time zone 'UTC'),
                              date_trunc('month', now() at time zone 'UTC') + ? * interval '1 month', '1 month') as month
        where to_regclass('events_' || to_char(month, 'YYYY_MM')) is null order by month`,
      [monthsAhead],
    ),
  );

/**
 * Creates the partition of a month and moves its events from the default one.
 * @param month ISO date of its first day
 */
export async function makePartition(transaction: Database, month: string): Promise<void> {
  await transaction.raw(`set local lock_timeout = '${lockTimeout}'`);
  await transaction.raw('select ensure_event_partitions(cast(:month as date), cast(:month as date))', { month });
}

/**
 * Lists monthly partitions that are older than {@link monthsBack} months, and whether each ended before the retention
 * period of every workspace.
 */
export const listOldPartitions = (database: Database): Promise<{ name: string; isOutlived: boolean }[]> =>
  rowsOf(
    database.raw(
      `select name, coalesce(end_at <= (select min(now() - retention_days * interval '1 day') - interval '2 days'
                                          from workspaces), false) as "isOutlived"
         from (select c.relname as name,
                      (to_date(c.relname, '"events_"YYYY_MM') + interval '1 month') at time zone 'UTC' as end_at
                 from pg_inherits i join pg_class c on c.oid = i.inhrelid
                where i.inhparent = 'events'::regclass and c.relname ~ '^events_\\d{4}_\\d{2}$') p
        where end_at <= (date_trunc('month', now() at time zone 'UTC') - ? * interval '1 month') at time zone 'UTC'
        order by name`,
      [monthsBack],
    ),
  );

/**
 * Drops a partition.
 * @param only.onlyEmpty keeps a partition that has rows
 * @returns whether it was dropped
 */
export async function dropPartition(
  transaction: Database,
  name: string,
  { onlyEmpty }: { onlyEmpty: boolean },
): Promise<boolean> {
  await transaction.raw(`set local lock_timeout = '${lockTimeout}'`);
  await transaction.raw('lock table only events in access exclusive mode');
  // Check again now that no other session can write.
  if (onlyEmpty && !(await isEmpty(transaction, name))) return false;
  await transaction.raw('drop table if exists ??', [name]);
  return true;
}

export async function isEmpty(database: Database, name: string): Promise<boolean> {
  const [row] = await rowsOf<{ empty: boolean }>(database.raw('select not exists (select from ??) as empty', [name]));
  return row?.empty === true;
}
