import type { Database } from '../../db/connection/pool';
import { readWalPosition } from '../../db/connection/replica';
import { readSnapshot } from '../read-snapshot';
import { drainRollups } from './drain-rollups';
import type { Replica } from './report-replica';

/** Where reports are read. */
export interface ReportSource {
  /** The primary, at which events are counted. */
  database: Database;
  replica: Replica | null;
}

/**
 * Reads figures of a workspace in which every event committed before the call is counted: at the replica once it is that far, at the
 * primary when it does not get there in time.
 * @param read all of its statements see one snapshot of the database, so that the figures fit together
 */
export async function readReport<Result>(
  source: ReportSource,
  workspaceId: string,
  read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  await drainRollups(source, workspaceId);
  return readCounted(source, read);
}

/** The same for events that the caller has counted. */
export async function readCounted<Result>(
  { database, replica }: ReportSource,
  read: (snapshot: Database) => Promise<Result>,
): Promise<Result> {
  const found = replica === null ? null : await replica.read(await readWalPosition(database), read);
  return found === null ? readSnapshot(database, read) : found.result;
}
