import type { Knex } from 'knex';
import { buildIndex } from '../build-index';

/** Built while the table is used, so outside a transaction; each may be built again. */
export const config = { transaction: false };

/**
 * The executions of a journey by status and version, and by where they stand, newest first. A list that leaves one of them open reads the
 * first rows of each value and merges them: see db/reports/execution-list.ts.
 */
const indexes = [
  ['executions_by_status', '(workspace_id, journey_id, status, version, started_at desc, id desc)'],
  ['executions_by_step', '(workspace_id, journey_id, current_step_id, status, version, started_at desc, id desc)'],
] as const;

export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of indexes) await buildIndex(knex, name, 'executions', columns);
}

export async function down(knex: Knex): Promise<void> {
  for (const [name] of indexes) await knex.raw(`drop index ${name}`);
}
