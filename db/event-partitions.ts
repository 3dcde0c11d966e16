import { rowsOf, type Database } from './connection';

/** Months ahead that have a partition of `events`; `migrate` and the maintenance make them. */
const monthsAhead = 3;
/** Months back that keep theirs, empty or not: events may come up to 30 days late. */
const monthsBack = 2;

/**
 * Waits this long at most for a lock that stops all readers and writers of `events`: what asks for the table meanwhile queues
 * behind it. Too short for somebody's long read, it fails with 55P03 and is tried again later.
 */
const lockTimeout = '1s';

/**
 * Makes the monthly partitions from this month to {@link monthsAhead} later, each in a transaction of its own. Events of such a
 * month that fell into the default partition are moved. Safe to repeat.
 * @returns the names of the partitions that were missing
 */
export async function makeEventPartitions(database: Database): Promise<string[]> {
  const missing = await rowsOf<{ name: string; month: string }>(
    database.raw(
      `select month::date::text as month, 'events_' || to_char(month, 'YYYY_MM') as name
         from generate_series(date_trunc('month', now() at time zone 'UTC'),
                              date_trunc('month', now() at time zone 'UTC') + ? * interval '1 month', '1 month') as month
        where to_regclass('events_' || to_char(month, 'YYYY_MM')) is null order by month`,
      [monthsAhead],
    ),
  );
  for (const { month } of missing) {
    await database.transaction(async (transaction) => {
      await transaction.raw(`set local lock_timeout = '${lockTimeout}'`);
      await transaction.raw('select ensure_event_partitions(cast(:month as date), cast(:month as date))', { month });
    });
  }
  return missing.map(({ name }) => name);
}

/**
 * Drops monthly partitions from before {@link monthsBack} months ago: those that end before every workspace's retention, and
 * those without a row. The default partition stays.
 * @returns their names
 */
export async function dropOutlivedPartitions(database: Database): Promise<string[]> {
  const candidates = await rowsOf<{ name: string; isOutlived: boolean }>(
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
  const dropped: string[] = [];
  for (const { name, isOutlived } of candidates) {
    if ((isOutlived || (await isEmpty(database, name))) && (await drop(database, name, !isOutlived)))
      dropped.push(name);
  }
  return dropped;
}

async function drop(database: Database, name: string, onlyEmpty: boolean): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await transaction.raw(`set local lock_timeout = '${lockTimeout}'`);
    await transaction.raw('lock table only events in access exclusive mode');
    // Asked again now that nobody can write.
    if (onlyEmpty && !(await isEmpty(transaction, name))) return false;
    await transaction.raw('drop table if exists ??', [name]);
    return true;
  });
}

async function isEmpty(database: Database, name: string): Promise<boolean> {
  const [row] = await rowsOf<{ empty: boolean }>(database.raw('select not exists (select from ??) as empty', [name]));
  return row?.empty === true;
}
