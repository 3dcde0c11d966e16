import type { z } from 'zod';
import { recordAudit } from '../../db/audit';
import type { Database } from '../../db/connection';
import { findSigningState, lockSigningState, updateSigningState } from '../../db/webhook-signing';
import type { webhookSecretRecord } from '../../domain/accounts/schemas';
import { conflict, notFound } from '../../domain/errors';
import { signingSecrets, type SigningState } from '../../domain/webhooks/signature';
import type { Actor } from '../route';

type Shown = z.infer<typeof webhookSecretRecord>;

interface Signing {
  database: Database;
  linkSecret: string;
  actor: Actor;
  now: Date;
}

export async function readWebhookSecret(signing: Signing): Promise<Shown> {
  return shown(signing, await findSigningState(signing.database, signing.actor.workspaceId));
}

/**
 * Makes a new secret; the one before stays good beside it.
 * @param validHours how long
 * @throws AppError CONFLICT while two are good already: a third would end one that receivers may still verify by
 */
export function rotateWebhookSecret(signing: Signing, validHours: number): Promise<Shown> {
  const { database, actor, now } = signing;
  return database.transaction(async (transaction) => {
    const before = await lockSigningState(transaction, actor.workspaceId);
    if (hasPrevious(before, now)) {
      throw conflict(
        'Two secrets are good already. DELETE /api/workspace/webhook-secret/previous ends the older one first.',
      );
    }
    const previousUntil = new Date(now.getTime() + validHours * 3_600_000);
    const after = { generation: before.generation + 1, previousUntil };
    await updateSigningState(transaction, actor.workspaceId, after);
    await audit(transaction, actor, 'webhook_secret.rotated', { previousEndsAt: previousUntil.toISOString() });
    return shown(signing, after);
  });
}

/** Ends the secret before the one of now, at once. @throws AppError NOT_FOUND when there is none */
export async function endPreviousSecret({ database, actor, now }: Signing): Promise<void> {
  await database.transaction(async (transaction) => {
    const before = await lockSigningState(transaction, actor.workspaceId);
    if (!hasPrevious(before, now)) throw notFound('Webhook secret', 'previous');
    await updateSigningState(transaction, actor.workspaceId, { ...before, previousUntil: null });
    await audit(transaction, actor, 'webhook_secret.previous_ended', {});
  });
}

const hasPrevious = ({ previousUntil }: SigningState, now: Date): boolean =>
  previousUntil !== null && previousUntil > now;

function shown({ linkSecret, actor: { workspaceId }, now }: Signing, state: SigningState): Shown {
  const previousEndsAt = hasPrevious(state, now) ? (state.previousUntil?.toISOString() ?? null) : null;
  return { ...signingSecrets(linkSecret, workspaceId, state, now), previousEndsAt };
}

const audit = (
  transaction: Database,
  { workspaceId, id: actor }: Actor,
  action: 'webhook_secret.rotated' | 'webhook_secret.previous_ended',
  metadata: Record<string, unknown>,
): Promise<void> =>
  recordAudit(transaction, [
    { workspaceId, subjectType: 'workspace', subjectId: workspaceId, actor, action, metadata },
  ]);
