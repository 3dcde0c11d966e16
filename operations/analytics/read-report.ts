import type { Database } from '../../db/connection/pool';
import { drainRollups } from './drain-rollups';

/**
 * Reads figures of a workspace in which every event committed before the call is counted.
 * @param read all of its statements see one snapshot of the database, so that the figures fit together
 */
export async function readReport<Result>(
  database: Database,
  workspaceId: string,
  read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  await drainRollups(database, workspaceId);
  return database.transaction(read, { isolationLevel: 'repeatable read', readOnly: true });
}
