import type { Knex } from 'knex';

/** A claim beside the statement, of beliefs that have both; null where they are one text. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table beliefs add column claim text`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table beliefs drop column claim`);
}
