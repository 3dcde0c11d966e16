import { lockSigningState, updateSigningState } from '../../db/webhooks/webhook-signing';
import type { Actor } from '../../domain/accounts/actor';
import { conflict, notFound } from '../../domain/errors';
import { isPreviousGood, type SigningState } from '../../domain/webhooks/signature';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/**
 * Creates a new secret. The previous one remains valid for `validHours`.
 * @throws AppError CONFLICT while two are valid: a third would end one that receivers may still use
 */
export function rotateWebhookSecret(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  actor: Actor,
  validHours: number,
): Promise<SigningState> {
  return database.transaction(async (transaction) => {
    const before = await lockSigningState(transaction, actor.workspaceId);
    const now = clock.now();
    if (isPreviousGood(before, now)) {
      throw conflict(
        'Two secrets are already valid. End the older one first with DELETE /api/workspace/webhook-secret/previous.',
      );
    }
    const previousUntil = new Date(now.getTime() + validHours * 3_600_000);
    const after = { generation: before.generation + 1, previousUntil };
    await updateSigningState(transaction, actor.workspaceId, after);
    const metadata = { previousEndsAt: previousUntil.toISOString() };
    await recordAct(transaction, actor, 'webhook_secret.rotated', { metadata });
    return after;
  });
}

/** Ends the previous secret immediately. @throws AppError NOT_FOUND if none is valid */
export function endPreviousWebhookSecret(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  actor: Actor,
): Promise<void> {
  return database.transaction(async (transaction) => {
    const before = await lockSigningState(transaction, actor.workspaceId);
    if (!isPreviousGood(before, clock.now())) throw notFound('Webhook secret', 'previous');
    await updateSigningState(transaction, actor.workspaceId, { ...before, previousUntil: null });
    await recordAct(transaction, actor, 'webhook_secret.previous_ended');
  });
}
