import type { Knex } from 'knex';
import { buildIndex } from '../build-index';

export const config = { transaction: false };

/** Adds an index to count failed executions by journey, version, step and cause. */
export const up = (knex: Knex): Promise<void> =>
  buildIndex(
    knex,
    'executions_failure_causes',
    'executions',
    `(workspace_id, journey_id, version, current_step_id, failure_cause, exit_reason, ended_at) where status = 'FAILED'`,
  );

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index if exists executions_failure_causes');
}
