import type { z } from 'zod';
import { findSigningState } from '../../db/webhooks/webhook-signing';
import { rotateWebhookSecretBody, webhookSecretRecord } from '../../domain/accounts/schemas';
import { endPreviousWebhookSecret, rotateWebhookSecret } from '../../operations/workspaces/webhook-secret';
import { isPreviousGood, signingSecrets, type SigningState } from '../../domain/webhooks/signature';
import { deleted, deletedRecord, ok } from '../responses';
import { defineRoute, type Route } from '../route';

const tag = 'workspace';
const path = '/api/workspace/webhook-secret';
const access = { permission: 'workspace.write' } as const;
const noStore = { 'Cache-Control': 'no-store' };

export const webhookSecretRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path,
    tag,
    summary: 'Read the signing secret of webhook steps',
    description:
      '`X-Apex-Signature` is `v1=` and the hex HMAC-SHA256 of `<X-Apex-Timestamp>.<body>` with this secret. While two ' +
      'secrets are valid, a second signature follows after a comma.',
    access,
    limit: 'read',
    responses: { 200: webhookSecretRecord },
    handler: async ({ actor: { workspaceId }, services, receivedAt: now }) => {
      const state = await findSigningState(services.database, workspaceId);
      return ok(presentWebhookSecret(services.settings, workspaceId, state, now), noStore);
    },
  }),
  defineRoute({
    method: 'post',
    path: `${path}/rotate`,
    tag,
    summary: 'Rotate the signing secret of webhook steps',
    description:
      'Calls are signed with the new and the previous secret for `previousValidHours` (168), or until you revoke the ' +
      'previous one. Update your receivers in that time.',
    access,
    limit: 'write',
    request: { body: rotateWebhookSecretBody },
    responses: { 200: webhookSecretRecord },
    errors: ['CONFLICT'],
    handler: async ({ body: { previousValidHours }, actor, services }) => {
      const state = await rotateWebhookSecret(services, actor, previousValidHours);
      return ok(presentWebhookSecret(services.settings, actor.workspaceId, state, services.clock.now()), noStore);
    },
  }),
  defineRoute({
    method: 'delete',
    path: `${path}/previous`,
    tag,
    summary: 'Revoke the previous signing secret immediately',
    access,
    limit: 'write',
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ actor, services }) => {
      await endPreviousWebhookSecret(services, actor);
      return deleted('previous');
    },
  }),
];

function presentWebhookSecret(
  { linkSecret }: { linkSecret: string },
  workspaceId: string,
  state: SigningState,
  now: Date,
): z.infer<typeof webhookSecretRecord> {
  const previousEndsAt = isPreviousGood(state, now) ? (state.previousUntil?.toISOString() ?? null) : null;
  return { ...signingSecrets(linkSecret, workspaceId, state, now), previousEndsAt };
}
