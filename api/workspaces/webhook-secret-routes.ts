import { findSigningState } from '../../db/webhooks/webhook-signing';
import { rotateWebhookSecretBody, webhookSecretRecord } from '../../domain/accounts/schemas';
import { endPreviousWebhookSecret, rotateWebhookSecret } from '../../operations/workspaces/webhook-secret';
import { deleted, deletedRecord, ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentWebhookSecret } from './present';

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
    handler: async ({ body: { previousValidHours }, actor, services, receivedAt: now }) => {
      const state = await rotateWebhookSecret(services, actor, previousValidHours, now);
      return ok(presentWebhookSecret(services.settings, actor.workspaceId, state, now), noStore);
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
    handler: async ({ actor, services, receivedAt: now }) => {
      await endPreviousWebhookSecret(services, actor, now);
      return deleted('previous');
    },
  }),
];
