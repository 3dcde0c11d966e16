import type { Knex } from 'knex';

/** The trace that a command belongs to. What workers of before carry out has none. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table outbox add column traceparent text`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table outbox drop column traceparent`);
}
