import type { Knex } from 'knex';
import { buildIndex } from '../build-index';

/** Results say how many bots were left out of them. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'events_bot_exposures',
    'events',
    `(workspace_id, (data ->> 'experimentId')) where is_bot and type = 'experiment_exposure'`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index if exists events_bot_exposures');
}
