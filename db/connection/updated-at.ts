import type { Knex } from 'knex';
import type { Database } from './pool';

/**
 * Returns the `updated_at` of a changed row: at least a millisecond after the previous one, because callers read it in
 * milliseconds and two writes must differ. All columns of a statement get the same value.
 */
export const nextUpdatedAt = (database: Database): Knex.Raw =>
  database.raw(`greatest(date_trunc('milliseconds', statement_timestamp()), updated_at + interval '1 millisecond')`);
