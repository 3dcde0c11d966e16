import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { listSecrets, type WorkspaceSecret } from '../../db/workspaces/workspace-secrets';
import { putSecretBody, secretName, secretRecord } from '../../domain/secrets/schemas';
import { deleteSecret } from '../../operations/secrets/delete-secret';
import { putSecret } from '../../operations/secrets/put-secret';
import { deleted, deletedRecord, ok } from '../responses';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Route } from '../route';

const tag = 'workspace';
const path = '/api/workspace/secrets';
const params = z.object({ name: secretName });

const presentSecret = ({ name, createdAt, updatedAt }: WorkspaceSecret): z.infer<typeof secretRecord> => ({
  name,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export const secretRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path,
    tag,
    summary: 'List the secrets of the workspace by name',
    description: 'Names alone: nothing answers a value.',
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
    summary: 'Set a secret that webhook steps read',
    description:
      'In the headers and the body of a webhook step, `{{ secrets.name }}` stands for it. It is kept encrypted, and shown nowhere. ' +
      'Calls from then on carry the new value, those of published versions, too.',
    access: { permission: 'secrets.write' },
    limit: 'write',
    request: { params, body: putSecretBody },
    responses: { 200: secretRecord },
    errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
    handler: async ({ params: { name }, body: { value }, actor, services: { database, credentialsKeys } }) => {
      const sealing = { credentialsKeys, nonce: randomBytes(12) };
      return ok(presentSecret(await putSecret(database, actor, { name, value }, sealing)));
    },
  }),
  defineRoute({
    method: 'delete',
    path: `${path}/:name`,
    tag,
    summary: 'Delete a secret, at once',
    description: 'Webhook steps that name it fail from then on, with the reason `secret_missing`.',
    access: { permission: 'secrets.write' },
    limit: 'write',
    request: { params: z.object({ name: z.string().max(100) }) },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { name }, actor, services: { database } }) => {
      await deleteSecret(database, actor, name);
      return deleted(name);
    },
  }),
];
