import type { Database } from '../../db/connection/pool';
import { lockSigningState, updateSigningState } from '../../db/webhooks/webhook-signing';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { isPreviousGood } from '../../domain/webhooks/signature';
import { recordAct } from '../audit/record-act';

/** Ends the secret before the one of now, at once. @throws AppError NOT_FOUND when there is none */
export function endPreviousWebhookSecret(database: Database, actor: Actor, now: Date): Promise<void> {
  return database.transaction(async (transaction) => {
    const before = await lockSigningState(transaction, actor.workspaceId);
    if (!isPreviousGood(before, now)) throw notFound('Webhook secret', 'previous');
    await updateSigningState(transaction, actor.workspaceId, { ...before, previousUntil: null });
    await recordAct(transaction, actor, 'webhook_secret.previous_ended');
  });
}
