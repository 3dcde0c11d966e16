import { countUncredited, listUncredited, writeCredits } from '../../db/conversions/completion-credits';
import { setUpDrain } from '../../db/analytics/set-up-drain';
import { creditCompletion } from '../../domain/attribution/credit';
import { withRollupsLocked } from './with-rollups-locked';
import type { Context } from '../ports';

/** Completions credited in one transaction, which has all of their paths in memory. */
const creditLimit = 500;

/** Credits channels with the completions of a workspace that have no credits when it is called, in portions. */
export async function creditCompletions({ database }: Pick<Context, 'database'>, workspaceId: string): Promise<void> {
  let left = await countUncredited(database, workspaceId);
  while (left > 0) {
    const credited = await creditPortion({ database }, workspaceId);
    left = credited < creditLimit ? 0 : left - credited;
  }
}

/**
 * Credits some completions of a workspace to the touches before them. Does nothing while a changed timezone needs a recount, which a
 * drain does first.
 * @returns how many; fewer than `limit` if none is left
 */
export async function creditPortion(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  limit = creditLimit,
): Promise<number> {
  const credited = await withRollupsLocked(database, workspaceId, async (transaction, { timezone, storedTimezone }) => {
    if (storedTimezone !== timezone) return 0;
    await setUpDrain(transaction);
    const completions = await listUncredited(transaction, workspaceId, limit);
    if (completions.length === 0) return 0;
    await writeCredits(
      transaction,
      workspaceId,
      completions.map(({ rowId, ...path }) => ({ rowId, credits: creditCompletion(path) })),
    );
    return completions.length;
  });
  return credited ?? 0;
}
