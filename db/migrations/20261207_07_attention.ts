import type { Knex } from 'knex';
import { buildIndex } from '../build-index';

export const config = { transaction: false };

/** Finds recent failures of a workspace's journeys, and recent changes of its journeys and experiments. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, 'executions_failed', 'executions', "(workspace_id, ended_at) where status = 'FAILED'");
  await buildIndex(
    knex,
    'execution_steps_failed',
    'execution_steps',
    "(workspace_id, left_at) where status = 'failed' and kind = 'webhook'",
  );
  await buildIndex(
    knex,
    'audit_entries_changes',
    'audit_entries',
    `(workspace_id, id) where action in (
       'journey.created', 'journey.published', 'journey.paused', 'journey.resumed', 'journey.archived',
       'experiment.created', 'experiment.started', 'experiment.paused', 'experiment.decided', 'experiment.completed',
       'experiment.promoted')`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index if exists executions_failed, execution_steps_failed, audit_entries_changes');
}
