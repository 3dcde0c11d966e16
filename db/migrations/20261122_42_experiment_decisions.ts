import type { Knex } from 'knex';

/** The verdict that an experiment has reached: later figures move, it stands. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table experiments add column decision jsonb');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table experiments drop column decision');
}
