import type { Knex } from 'knex';
import { buildIndex } from '../build-index';

/** Built while the outbox is used. */
export const config = { transaction: false };

/** Commands are claimed by kind: a backlog of one kind must not slow down the search for another. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, 'outbox_due_by_kind', 'outbox', '(kind, available_at, id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index if exists outbox_due_by_kind');
}
