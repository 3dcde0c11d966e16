import type { Knex } from 'knex';

/** Adds the progress of filling a demo workspace. Null for other workspaces. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table workspaces add column demo jsonb`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table workspaces drop column demo`);
}
