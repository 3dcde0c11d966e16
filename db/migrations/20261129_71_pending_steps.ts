import type { Knex } from 'knex';

/** When the run was signaled that this step has been pending for over a minute: once for each step of a run. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table execution_steps add column pending_signaled_at timestamptz');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table execution_steps drop column pending_signaled_at');
}
