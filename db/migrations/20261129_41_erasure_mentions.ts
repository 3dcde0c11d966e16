import type { Knex } from 'knex';

/** The configuration that still names an erased person: a list of kinds, ids and versions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table erasures add column mentions jsonb not null default '[]'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table erasures drop column mentions');
}
