import { rowsOf } from '../../db/connection/statements';
import type { Database } from '../../db/connection/pool';

/** Selects statements. PostgreSQL shows the first 1,024 bytes of their text. */
export interface LockWaits {
  /** An ILIKE pattern. */
  query?: string;
  /** The name that a pool gave its connections. */
  application?: string;
}

/** Returns the number of statements that wait for a lock of another transaction. */
export async function countLockWaits(database: Database, { query, application }: LockWaits): Promise<number> {
  const waits = await rowsOf(
    database.raw(
      `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike ? and application_name like ?`,
      [query ?? '%', application ?? '%'],
    ),
  );
  return waits.length;
}
