import { rowsOf } from './connection/statements';
import type { Database } from './connection/pool';
import { migrations } from './migrations/list';

/** The database has no schema, or an older one than this release needs. The message says what to do. */
export class SchemaOutdatedError extends Error {
  override readonly name = 'SchemaOutdatedError';
}

const remedy = 'run "npm run migrate" of this release';

/**
 * Checks that all migrations of this release have run. Migrations of a newer release are allowed.
 * @throws SchemaOutdatedError if a migration of this release has not run
 */
export async function checkSchema(database: Database): Promise<void> {
  const [table] = await rowsOf<{ exists: boolean }>(
    database.raw(`select to_regclass('knex_migrations') is not null as exists`).timeout(2_000),
  );
  if (table?.exists !== true) throw new SchemaOutdatedError(`the database has no schema: ${remedy}`);
  const rows = await rowsOf<{ name: string }>(database.raw('select name from knex_migrations').timeout(2_000));
  const done = new Set(rows.map(({ name }) => name));
  const [first, ...others] = migrations.filter(({ name }) => !done.has(name));
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  throw new SchemaOutdatedError(`the schema is older than this release, it lacks ${first.name}${more}: ${remedy}`);
}
