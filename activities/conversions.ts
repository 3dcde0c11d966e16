import { Context } from '@temporalio/activity';
import { continueHistory, deleteOldCompletions } from '../operations/conversions/history';
import type { Database } from '../db/connection/pool';
import { findConversion } from '../db/conversions/conversions';
import { historyProgress } from '../domain/conversions/history-progress';
import type { MatchHistoryResult, MatchHistoryRound } from '../workflows/contract/match-history';
import { withHeartbeat } from './heartbeat';

/** Completions deleted in one statement. */
const deletedAtOnce = 5_000;

/** What conversions make of events from before their definition. */
export function createConversionActivities({ database }: { database: Database }) {
  return {
    /**
     * Matches portion after portion, each in a transaction of its own, and then deletes what older definitions matched. Safe to
     * repeat at any point: it goes on where the last attempt stood.
     */
    async matchHistory({ workspaceId, conversionId, forSeconds }: MatchHistoryRound): Promise<MatchHistoryResult> {
      const name = { workspaceId, id: conversionId };
      return withHeartbeat(async () => {
        const isMatched = await repeat(() => continueHistory({ database }, name), forSeconds);
        const isClean =
          isMatched &&
          (await repeat(async () => !(await deleteOldCompletions({ database }, name, deletedAtOnce)), forSeconds));
        const conversion = await findConversion(database, workspaceId, conversionId);
        const { doneDays, totalDays } = historyProgress(conversion?.span ?? null, conversion?.matchedFrom ?? null);
        return { isDone: isClean, doneDays, totalDays };
      });
    },
  };
}

/** @param step whether something is left @returns whether nothing is; false when the time was over first */
async function repeat(step: () => Promise<boolean>, forSeconds: number): Promise<boolean> {
  const { cancellationSignal } = Context.current();
  const until = performance.now() + forSeconds * 1_000;
  while (await step()) {
    cancellationSignal.throwIfAborted();
    if (performance.now() > until) return false;
  }
  return true;
}
