import type { Knex } from 'knex';

/** Adds an index of the steps that were skipped or failed, for the list of their executions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index execution_steps_not_executed on execution_steps (workspace_id, step_id, status)
    where status in ('skipped', 'failed')`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index execution_steps_not_executed');
}
