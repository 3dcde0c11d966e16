import { lockRollups } from '../../db/analytics/rollups';
import { type ConversionName, deleteSome, enqueueHistory, matchPortion } from '../../db/conversions/completion-history';
import { lockConversions } from '../../db/conversions/conversions';
import { withRollupsLocked } from '../analytics/with-rollups-locked';
import type { Context } from '../ports';

/**
 * Matches the next portion of a conversion's history.
 * @returns whether more is left; false if the conversion does not exist
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
 * Deletes up to `limit` completions of older definitions of a conversion, or all completions of a deleted one. Locks the rollups of
 * the workspace: the statement would not see a row version that is credited concurrently, and would not delete it.
 * @returns whether none is left; true if the workspace does not exist
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
