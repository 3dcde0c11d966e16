import type { Database } from '../db/connection/pool';

/** Reads by several statements that all see one snapshot of the database. */
export function readSnapshot<Result>(
  database: Database,
  read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  return database.transaction(read, { isolationLevel: 'repeatable read', readOnly: true });
}
