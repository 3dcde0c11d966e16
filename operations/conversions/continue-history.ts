import { matchPortion, type ConversionName } from '../../db/conversions/completion-history';
import type { Database } from '../../db/connection/pool';
import { lockConversions } from '../../db/conversions/conversions';
import { lockRollups } from '../../db/analytics/rollups';

/**
 * Continues the history of a conversion by one portion.
 * @returns whether some is left; false also when there is no such conversion
 */
export function continueHistory(database: Database, name: ConversionName): Promise<boolean> {
  return database.transaction(
    async (transaction) => {
      await lockConversions(transaction, name.workspaceId);
      await lockRollups(transaction, name.workspaceId);
      return matchPortion(transaction, name);
    },
    { isolationLevel: 'read committed' },
  );
}
