import type { Knex } from 'knex';

/** Since when visits wait to be counted. Those that wait already count from now on. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table rollup_queue add column queued_at timestamptz not null default now()`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table rollup_queue drop column queued_at`);
}
