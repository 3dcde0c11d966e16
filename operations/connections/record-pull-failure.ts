import type { Database } from '../../db/connection/pool';
import { lockConnection, recordPull, type AdConnection } from '../../db/connections/connections';
import { endPull } from './end-pull';

interface Failure {
  /** For an admin, without secrets. */
  error: string;
  /** False as long as a repeat may help. */
  isFinal: boolean;
  /** Names the run, however often it tries. */
  occurrence: string;
}

/**
 * Records why a try of a pull failed.
 * @returns false, and nothing is written, when the connection was changed or deleted since it was read
 */
export function recordPullFailure(
  database: Database,
  { workspaceId, id, revision }: Pick<AdConnection, 'workspaceId' | 'id' | 'revision'>,
  { error, isFinal, occurrence }: Failure,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const current = await lockConnection(transaction, workspaceId, id);
    if (current?.revision !== revision) return false;
    if (isFinal) await endPull(transaction, current, error, occurrence);
    else await recordPull(transaction, current, { error, isFinal });
    return true;
  });
}
