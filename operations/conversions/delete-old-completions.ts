import { lockRollups } from '../../db/analytics/rollups';
import { deleteSome, type ConversionName } from '../../db/conversions/completion-history';
import type { Database } from '../../db/connection/pool';

/**
 * Deletes completions of older definitions of a conversion, or all when it is gone: `limit` at most. Holds the rollups of the workspace:
 * a row that is credited meanwhile would be another version, which the statement does not see, and would stay.
 * @returns whether none is left
 */
export const deleteOldCompletions = (database: Database, name: ConversionName, limit: number): Promise<boolean> =>
  database.transaction(
    async (transaction) => {
      await lockRollups(transaction, name.workspaceId);
      return deleteSome(transaction, name, limit);
    },
    { isolationLevel: 'read committed' },
  );
