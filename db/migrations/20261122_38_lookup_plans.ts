import type { Knex } from 'knex';

/**
 * Statistics of workspaces and times mislead: those of yesterday say that nothing is of today, nor of a workspace that came since, so
 * that the planner takes all of today's events for one row, and reads them for each visitor. Without them it assumes a share of
 * the table, of which it knows the size, and looks visitors up by their own index.
 */
const columns = [
  { table: 'events', names: ['workspace_id', 'occurred_at'] },
  { table: 'conversion_completions', names: ['workspace_id', 'occurred_at'] },
  { table: 'visitor_days', names: ['workspace_id', 'day'] },
];

const functionOf = (afterCreation: string): string => `
  create or replace function ensure_event_partitions(first_month date, last_month date) returns void language plpgsql as $$
  declare
    month date := date_trunc('month', first_month);
    partition_name text;
    month_start timestamptz;
    month_end timestamptz;
  begin
    perform pg_advisory_xact_lock(hashtext('ensure_event_partitions'));
    while month <= last_month loop
      partition_name := 'events_' || to_char(month, 'YYYY_MM');
      month_start := month::timestamp at time zone 'UTC';
      month_end := (month + interval '1 month')::timestamp at time zone 'UTC';
      if to_regclass(partition_name) is null then
        lock table events in access exclusive mode;
        execute format('create table %I (like events including defaults including constraints)', partition_name);
        ${afterCreation}
        execute format('with moved as (delete from events_default where occurred_at >= %L and occurred_at < %L returning *)
          insert into %I select * from moved', month_start, month_end, partition_name);
        execute format('alter table events attach partition %I for values from (%L) to (%L)', partition_name,
          month_start, month_end);
      end if;
      month := month + interval '1 month';
    end loop;
  end $$`;

export async function up(knex: Knex): Promise<void> {
  for (const { table, names } of columns) {
    for (const name of names) {
      await knex.raw(`alter table ${table} alter column ${name} set statistics 0`);
      // Those that are there would stay, and grow old.
      await knex.raw(
        `select pg_clear_attribute_stats(n.nspname::text, c.relname::text, ?, c.relkind = 'p')
           from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.oid = ?::regclass or c.oid in (select inhrelid from pg_inherits where inhparent = ?::regclass)`,
        [name, table, table],
      );
    }
  }
  await knex.raw(
    functionOf(`execute format('alter table %I alter column workspace_id set statistics 0, alter column occurred_at set statistics 0',
          partition_name);`),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(functionOf(''));
  for (const { table, names } of columns) {
    for (const name of names) await knex.raw(`alter table ${table} alter column ${name} set statistics -1`);
  }
}
