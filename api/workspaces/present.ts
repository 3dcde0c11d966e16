import type { z } from 'zod';
import type { Workspace } from '../../db/workspaces/workspaces';
import type { webhookSecretRecord, workspaceRecord } from '../../domain/accounts/schemas';
import { isPreviousGood, signingSecrets, type SigningState } from '../../domain/webhooks/signature';

export function presentWorkspace({
  publicKey,
  createdAt,
  updatedAt,
  pausedAt: _,
  ...rest
}: Workspace): z.infer<typeof workspaceRecord> {
  return { ...rest, workspaceKey: publicKey, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function presentWebhookSecret(
  { linkSecret }: { linkSecret: string },
  workspaceId: string,
  state: SigningState,
  now: Date,
): z.infer<typeof webhookSecretRecord> {
  const previousEndsAt = isPreviousGood(state, now) ? (state.previousUntil?.toISOString() ?? null) : null;
  return { ...signingSecrets(linkSecret, workspaceId, state, now), previousEndsAt };
}
