import type { Knex } from 'knex';

/** What a workspace prefers when the outcome of a send stays unknown, and how often a send was claimed again because of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table workspaces add column unknown_outcome text not null default 'never_twice'
      check (unknown_outcome in ('never_twice', 'rather_twice'))`);
  await knex.raw('alter table sends add column resends integer not null default 0');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table sends drop column resends');
  await knex.raw('alter table workspaces drop column unknown_outcome');
}
