import type { Knex } from 'knex';

/** Percentages of traffic as they were given: they were rounded to two decimals. The table is not rewritten. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table experiments alter column traffic_split type numeric;
    alter table experiment_allocations alter column traffic_split type numeric;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table experiments alter column traffic_split type numeric(5, 2);
    alter table experiment_allocations alter column traffic_split type numeric(5, 2);
  `);
}
