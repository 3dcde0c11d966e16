import type { Database } from '../../db/connection/pool';
import { lockEventWait } from '../../db/journeys/event-waits';
import { insertMovement, type Movement, type RecordedMovement } from '../../db/journeys/movements';
import type { Outcome } from '../../domain/journeys/plan';

/**
 * Leaves a wait for an event: by the event when it matched in time, by the timeout when that has passed. The locked row decides, so
 * that an event at the deadline takes exactly one way.
 * @param moveBy the movement that an outcome makes
 * @returns the outcome with its movement; null when neither has happened yet
 */
export function leaveEventWait(
  database: Database,
  step: { workspaceId: string; executionId: string; stepId: string },
  moveBy: (transaction: Database, outcome: Outcome) => Promise<Movement>,
): Promise<{ outcome: Outcome; movement: Movement; recorded: RecordedMovement } | null> {
  return database.transaction(async (transaction) => {
    const outcome = outcomeOf(await lockEventWait(transaction, step));
    if (outcome === null) return null;
    const movement = await moveBy(transaction, outcome);
    return { outcome, movement, recorded: await insertMovement(transaction, movement) };
  });
}

function outcomeOf({ received, over }: { received: boolean; over: boolean }): Outcome | null {
  if (received) return { kind: 'heard' };
  return over ? { kind: 'elapsed' } : null;
}
