import type { Knex } from 'knex';

/** Why an imported message must be edited before it is sent. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table communications add column import_problem text');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table communications drop column import_problem');
}
