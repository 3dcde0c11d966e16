import type { Knex } from 'knex';
import { buildIndex } from '../build-index';

/** The entry of an execution, and the versions that send a communication, are found without reading the whole table. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'journey_entries_execution',
    'journey_entries',
    '(workspace_id, execution_id) where execution_id is not null',
  );
  await buildIndex(
    knex,
    'journey_version_contents_communication',
    'journey_version_contents',
    '(workspace_id, communication_id)',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index journey_entries_execution, journey_version_contents_communication');
}

/** Built concurrently, as both tables may be large. */
export const config = { transaction: false };
