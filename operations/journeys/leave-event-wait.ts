import { findEndOfEventWait, lockEventWait } from '../../db/journeys/event-waits';
import type { Outcome } from '../../domain/journeys/plan';
import type { Context } from '../ports';
import { loadExecution, moveAfter, resumptionOnly, type Resumption, type StepInput } from './move-execution';

export interface LeftEventWait extends Resumption {
  /** Null if the event has not arrived and the wait is not over. */
  outcome: Outcome | null;
}

/**
 * Leaves a wait for an event: by the event if it matched in time, or by the timeout. The locked row decides, so an event
 * at the deadline takes exactly one path.
 * @returns with `openUntil` the end of a wait that is not left, by the clock of the database
 * @throws AppError NOT_FOUND if the execution does not exist
 */
export async function leaveEventWait(
  { database }: Pick<Context, 'database'>,
  step: StepInput,
): Promise<{ left: LeftEventWait; openUntil: Awaited<ReturnType<typeof findEndOfEventWait>> }> {
  const loaded = await loadExecution({ database }, step);
  const left = await database.transaction(async (transaction): Promise<LeftEventWait> => {
    const outcome = outcomeOf(await lockEventWait(transaction, step));
    if (outcome === null) return { outcome };
    const moved = await moveAfter({ database: transaction }, loaded, { stepId: step.stepId, outcome });
    return { outcome, ...resumptionOnly(moved) };
  });
  return { left, openUntil: left.outcome === null ? await findEndOfEventWait(database, step) : null };
}

function outcomeOf({ received, over }: { received: boolean; over: boolean }): Outcome | null {
  if (received) return { kind: 'received' };
  return over ? { kind: 'elapsed' } : null;
}
