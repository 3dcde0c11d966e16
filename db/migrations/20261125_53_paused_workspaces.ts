import type { Knex } from 'knex';

/** Workspaces that take no requests while they are moved to another database. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table workspaces add column paused_at timestamptz`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table workspaces drop column paused_at`);
}
