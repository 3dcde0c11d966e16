import type { Knex } from 'knex';

/** What the templates of communications refer to, worked out when they are saved. Those of before are filled in after the migrations. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table communications
      -- Paths by field: {"slots.body": [["plan", "name"]]}. Null when they are too costly to tell.
      add column template_references jsonb,
      -- Why, then.
      add column references_problem text,
      -- The updated_at that they belong to: of a row that older code changed they are out of date.
      add column references_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table communications drop column template_references, drop column references_problem, drop column references_at;
  `);
}
