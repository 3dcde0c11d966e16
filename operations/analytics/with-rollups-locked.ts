import type { Database } from '../../db/connection/pool';
import { lockRollupState, type RollupState } from '../../db/analytics/rollups';

/**
 * Does something that depends on a workspace's rollups while no drain of it runs. Read committed, so that each statement sees what
 * was committed before it began. Nothing is done for a workspace that does not exist.
 */
export function withRollupsLocked<Result>(
  database: Database,
  workspaceId: string,
  work: (transaction: Database, state: RollupState) => Promise<Result>,
): Promise<Result | null> {
  return database.transaction(
    async (transaction) => {
      const state = await lockRollupState(transaction, workspaceId);
      return state === null ? null : work(transaction, state);
    },
    { isolationLevel: 'read committed' },
  );
}
