import type { Knex } from 'knex';
import { buildIndex } from '../build-index';

/** Built while the table is in use, so outside a transaction. It can be built again. */
export const config = { transaction: false };

/** Steps that wait for an activity, not for a time or an event. The reconciler signals the runs that are at one for over a minute. */
export async function up(knex: Knex): Promise<void> {
  const condition =
    'left_at is null and resumes_at is null and deferred_reason is null and pending_signaled_at is null';
  await buildIndex(knex, 'execution_steps_pending', 'execution_steps', `(entered_at) where ${condition}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index execution_steps_pending');
}
