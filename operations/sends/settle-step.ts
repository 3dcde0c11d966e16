import type { Database } from '../../db/connection/pool';
import { insertMovement, type Movement } from '../../db/journeys/executions';
import { settleSend, type Settled } from '../../db/email/sends';

/** Settles the send of a step and moves its execution on, together. Safe to repeat. @param send null when nothing was sent */
export function settleStep(
  database: Database,
  movement: Movement,
  send: { sendId: string; settled: Settled } | null,
): Promise<void> {
  return database.transaction(async (transaction) => {
    // The run before its send, as claims lock them: two attempts at one step may overlap.
    await insertMovement(transaction, movement);
    if (send !== null) await settleSend(transaction, movement.workspaceId, send.sendId, send.settled);
  });
}
