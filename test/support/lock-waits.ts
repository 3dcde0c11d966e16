import { rowsOf } from '../../db/connection/statements';
import type { Database } from '../../db/connection/pool';

/** Statements of one kind. Of their text PostgreSQL shows the first 1,024 bytes. */
export interface LockWaits {
  /** A pattern of ILIKE. */
  query?: string;
  /** The name that a pool gave its connections. */
  application?: string;
}

/** How many statements in the database wait for a lock that another transaction holds. */
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
