import { z } from 'zod';
import { listSecrets, type WorkspaceSecret } from '../../db/workspaces/workspace-secrets';
import { putSecretBody, secretName, secretRecord } from '../../domain/secrets/schemas';
import { deleteSecret, putSecret } from '../../operations/secrets/secrets';
import { deleted, deletedRecord, ok, recordOf } from '../responses';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Route } from '../route';

const tag = 'workspace';
const path = '/api/workspace/secrets';
const params = z.object({ name: secretName });

const presentSecret = (secret: WorkspaceSecret) => recordOf(secretRecord, secret);

export const secretRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path,
    tag,
    summary: 'List the names of the workspace secrets',
    description: 'Values are never returned.',
    access: { permission: 'secrets.read' },
    limit: 'read',
    request: { query: pageQuery },
    responses: { 200: pageOf(secretRecord) },
    handler: async ({ query: { limit, cursor }, actor: { workspaceId }, services: { database } }) => {
      const found = await listSecrets(database, workspaceId, { limit: limit + 1, after: cursor ?? null });
      const { data, nextCursor } = cutPage(
        found.map((secret) => ({ ...presentSecret(secret), id: secret.name })),
        limit,
      );
      return ok({ data: data.map(({ id: _, ...record }) => record), nextCursor });
    },
  }),
  defineRoute({
    method: 'put',
    path: `${path}/:name`,
    tag,
    summary: 'Set a secret for webhook steps',
    description:
      'Use `{{ secrets.name }}` in the headers and the body of a webhook step. The value is encrypted and never shown. ' +
      'New calls use the new value, including calls of published versions.',
    access: { permission: 'secrets.write' },
    limit: 'write',
    request: { params, body: putSecretBody },
    responses: { 200: secretRecord },
    errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
    handler: async ({ params: { name }, body: { value }, actor, services }) =>
      ok(presentSecret(await putSecret(services, actor, { name, value }))),
  }),
  defineRoute({
    method: 'delete',
    path: `${path}/:name`,
    tag,
    summary: 'Delete a secret immediately',
    description: 'Webhook steps that use the secret then fail with the reason `secret_missing`.',
    access: { permission: 'secrets.write' },
    limit: 'write',
    request: { params: z.object({ name: z.string().max(100) }) },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { name }, actor, services }) => {
      await deleteSecret(services, actor, name);
      return deleted(name);
    },
  }),
];
