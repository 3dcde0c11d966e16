import type { Knex } from 'knex';

/** What the last evaluation of an experiment found, for lists: null until there was one. See domain/experiments/evaluation.ts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table experiments add column evaluation jsonb`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table experiments drop column evaluation`);
}
