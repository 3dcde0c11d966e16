import type { Knex } from 'knex';
import { buildIndex } from '../build-index';

/** Built while the table is used, so outside a transaction; it may be built again. */
export const config = { transaction: false };

/** The sends of journeys that are under way: the hourly upkeep looks for those that no attempt comes back to. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, 'sends_journey_open', 'sends', `(created_at) where kind = 'journey' and status = 'sending'`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index sends_journey_open');
}
