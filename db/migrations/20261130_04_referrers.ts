import type { Knex } from 'knex';

/** Adds the referrers of a workspace that start no visit. Null `ignored_referrers` is the default list. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table workspaces
      add column internal_domains text[] not null default '{}',
      add column ignored_referrers text[]`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table workspaces drop column internal_domains, drop column ignored_referrers`);
}
