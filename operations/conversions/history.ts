import { lockRollups } from '../../db/analytics/rollups';
import { type ConversionName, deleteSome, enqueueHistory, matchPortion } from '../../db/conversions/completion-history';
import { lockConversions } from '../../db/conversions/conversions';
import { withRollupsLocked } from '../analytics/with-rollups-locked';
import type { Context } from '../ports';

/**
 * Continues the history of a conversion by one portion.
 * @returns whether some is left; false also when there is no such conversion
 */
export function continueHistory({ database }: Pick<Context, 'database'>, name: ConversionName): Promise<boolean> {
  return database.transaction(
    async (transaction) => {
      await lockConversions(transaction, name.workspaceId);
      await lockRollups(transaction, name.workspaceId);
      return matchPortion(transaction, name);
    },
    { isolationLevel: 'read committed' },
  );
}

/** Queues the workflow that matches the rest of a conversion's history. */
export const requeueHistory = ({ database }: Pick<Context, 'database'>, name: ConversionName): Promise<void> =>
  database.transaction((transaction) => enqueueHistory(transaction, name));

/**
 * Deletes completions of older definitions of a conversion, or all when it is gone: `limit` at most. Holds the rollups of the workspace:
 * a row that is credited meanwhile would be another version, which the statement does not see, and would stay.
 * @returns whether none is left; of a workspace that does not exist none is
 */
export async function deleteOldCompletions(
  { database }: Pick<Context, 'database'>,
  name: ConversionName,
  limit: number,
): Promise<boolean> {
  const isClean = await withRollupsLocked(database, name.workspaceId, (transaction) =>
    deleteSome(transaction, name, limit),
  );
  return isClean ?? true;
}
