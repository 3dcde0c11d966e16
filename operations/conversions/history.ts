import { lockRollups } from '../../db/analytics/rollups';
import { type ConversionName, deleteSome, enqueueHistory, matchPortion } from '../../db/conversions/completion-history';
import { findConversion, lockConversions } from '../../db/conversions/conversions';
import { historyProgress } from '../../domain/conversions/history-progress';
import { withRollupsLocked } from '../analytics/with-rollups-locked';
import type { Context } from '../ports';

/** Completions deleted in one statement. */
const deleteBatchSize = 5_000;

interface MatchedHistory {
  /** Whether nothing is left to match or to delete. */
  isDone: boolean;
  doneDays: number;
  totalDays: number;
}

/**
 * Matches the history of a conversion in portions, each in its own transaction, and then deletes the completions of older
 * definitions. Safe to repeat: it continues with what is left.
 * @param forMs milliseconds after which no other portion is matched; as long again for deletions
 */
export async function matchHistory(
  { database, signal }: Pick<Context, 'database' | 'signal'>,
  name: ConversionName,
  forMs: number,
): Promise<MatchedHistory> {
  /** Runs the steps of one kind until none is left, or until the time is over. */
  const runAll = async (runNext: () => Promise<boolean>): Promise<boolean> => {
    const until = performance.now() + forMs;
    while (await runNext()) {
      signal.throwIfAborted();
      if (performance.now() > until) return false;
    }
    return true;
  };
  const isMatched = await runAll(() => continueHistory({ database }, name));
  const isDone =
    isMatched && (await runAll(async () => !(await deleteOldCompletions({ database }, name, deleteBatchSize))));
  const conversion = await findConversion(database, name.workspaceId, name.id);
  const { doneDays, totalDays } = historyProgress(conversion?.span ?? null, conversion?.matchedFrom ?? null);
  return { isDone, doneDays, totalDays };
}

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
