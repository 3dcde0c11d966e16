import type { Knex } from 'knex';

/** How long after a visitor's exposure a conversion counts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table experiments
      -- Days of 24 hours; null for as long as the experiment lasts.
      add column attribution_window_days smallint check (attribution_window_days between 1 and 90);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table experiments drop column attribution_window_days');
}
