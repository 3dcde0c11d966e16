import type { Knex } from 'knex';

/** Adds what each message lacked, as a list of sentences for its author. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table sends add column warnings jsonb not null default '[]'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table sends drop column warnings');
}
