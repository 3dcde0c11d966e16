import type { Knex } from 'knex';

/** Holdouts as they were given: they were rounded to two decimals. The tables are not rewritten. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table workspaces alter column holdout_percent type numeric;
    alter table journey_drafts alter column holdout_percent type numeric;
    alter table journey_versions alter column holdout_percent type numeric;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table workspaces alter column holdout_percent type numeric(5, 2);
    alter table journey_drafts alter column holdout_percent type numeric(5, 2);
    alter table journey_versions alter column holdout_percent type numeric(5, 2);
  `);
}
