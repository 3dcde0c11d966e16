import type { Knex } from 'knex';

/** Adds the time until which ends of workflows are recorded. It starts now: earlier ends are found by samples. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reconciler (
      -- The table has one row.
      is_only boolean primary key default true check (is_only),
      closed_until timestamptz not null
    )`);
  await knex.raw('insert into reconciler (closed_until) values (now())');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table reconciler');
}
