import type { Knex } from 'knex';
import { buildIndex } from '../build-index';

/** Outside a transaction, so that links can be added while the index is built. */
export const config = { transaction: false };

/** Adds an index for the people of visitors: without it, each visitor of a drain reads all links of the workspace. */
export function up(knex: Knex): Promise<void> {
  return buildIndex(knex, 'visitor_links_visitor', 'visitor_links', '(workspace_id, visitor_id)');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index if exists visitor_links_visitor');
}
