import { deleteSome, type ConversionName } from '../../db/conversions/completion-history';
import type { Database } from '../../db/connection/pool';
import { withRollupsLocked } from '../analytics/with-rollups-locked';

/**
 * Deletes completions of older definitions of a conversion, or all when it is gone: `limit` at most. Holds the rollups of the workspace:
 * a row that is credited meanwhile would be another version, which the statement does not see, and would stay.
 * @returns whether none is left; of a workspace that does not exist none is
 */
export async function deleteOldCompletions(database: Database, name: ConversionName, limit: number): Promise<boolean> {
  const isClean = await withRollupsLocked(database, name.workspaceId, (transaction) =>
    deleteSome(transaction, name, limit),
  );
  return isClean ?? true;
}
