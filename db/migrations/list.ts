import type { Knex } from 'knex';
import * as baseline from './20261129_01_baseline';
import * as importProblem from './20261130_c_import_problem';

export interface ListedMigration {
  name: string;
  migration: Knex.Migration;
}

/** All migrations in order, by the name that the database stores. Named here, so that .ts and compiled .js agree. */
export const migrations: readonly ListedMigration[] = [
  { name: '20261129_01_baseline', migration: baseline },
  { name: '20261130_c_import_problem', migration: importProblem },
];
