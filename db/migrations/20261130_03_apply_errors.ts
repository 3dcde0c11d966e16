import type { Knex } from 'knex';
import { buildIndex } from '../build-index';

export const config = { transaction: false };

/** Finds an experiment's events that report that a variant could not be applied. */
export function up(knex: Knex): Promise<void> {
  return buildIndex(
    knex,
    'events_apply_errors',
    'events',
    "(workspace_id, (data ->> 'experimentId')) where type = 'experiment_error'",
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index if exists events_apply_errors');
}
