import type { Knex } from 'knex';

/** Metrics with what is measured of them, secondary metrics, and whether comparisons are adjusted for the past of visitors. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table experiments
      -- As they were given, by role, where primary_metric and guardrail_metrics, which have the names, do not say it all.
      add column metric_settings jsonb not null default '{}' check (jsonb_typeof(metric_settings) = 'object'),
      add column cuped boolean not null default true;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table experiments drop column cuped, drop column metric_settings');
}
