import type { Database } from '../../db/connection/pool';
import { completeDelivered, completeIdempotencyRecord } from '../../db/transactional/transactional';
import { sentResponse } from '../../domain/transactional/responses';

/**
 * Completes the record of a message that the provider reports as delivered, and the response to a repeat of its request, unless one
 * was given already. Safe to repeat.
 * @returns whether there is such a transactional send
 */
export function completeFromDelivery(
  database: Database,
  delivery: { sendId: string; providerMessageId: string; deliveredAt: Date },
): Promise<boolean> {
  const { sendId, providerMessageId } = delivery;
  return database.transaction(async (transaction) => {
    const send = await completeDelivered(transaction, delivery);
    if (send === null) return false;
    const response = sentResponse(sendId, providerMessageId, send.mode);
    await completeIdempotencyRecord(transaction, { workspaceId: send.workspaceId, sendId }, response);
    return true;
  });
}
