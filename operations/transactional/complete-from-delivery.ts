import { completeDelivered, completeIdempotencyRecord, type Delivery } from '../../db/transactional/transactional';
import { sentResponse } from '../../domain/transactional/responses';
import type { Context } from '../ports';

/**
 * Completes the record of a message that the provider reports as delivered, and the response to a repeat of its request, unless one
 * was given already. Safe to repeat.
 * @returns whether there is such a transactional send
 */
export function completeFromDelivery({ database }: Pick<Context, 'database'>, delivery: Delivery): Promise<boolean> {
  const { workspaceId, sendId, providerMessageId } = delivery;
  return database.transaction(async (transaction) => {
    const mode = await completeDelivered(transaction, delivery);
    if (mode === null) return false;
    const response = sentResponse(sendId, providerMessageId, mode);
    await completeIdempotencyRecord(transaction, { workspaceId, sendId }, response);
    return true;
  });
}
