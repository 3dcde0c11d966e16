import { z } from 'zod';
import { findKey, listKeys, mintKey, renameKey, revokeKey } from '../../db/keys';
import { createKeyBody, keyRecord, mintedKey, updateKeyBody } from '../../domain/accounts/schemas';
import { invalid, notFound } from '../../domain/errors';
import { created, ok } from '../answers';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Route } from '../route';
import { auditKey } from './audit';
import { presentKey } from './present';

const tag = 'keys';
const kinds = ['secret', 'user'] as const;
const params = z.object({ id: z.string() });
const noStore = { 'Cache-Control': 'no-store' };

/** Server keys (svc_sk_) and user keys (svc_uk_). */
export const keyRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/keys',
    tag,
    summary: 'List server and user keys, newest first',
    access: { permission: 'keys.read' },
    limit: 'read',
    request: { query: pageQuery },
    responses: { 200: pageOf(keyRecord) },
    handler: async ({ query: { limit, cursor }, actor: { workspaceId }, services: { database } }) => {
      const keys = await listKeys(database, workspaceId, kinds, { limit: limit + 1, before: cursor ?? null });
      return ok(cutPage(keys.map(presentKey), limit));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/keys',
    tag,
    summary: 'Mint a server key, or a user key that acts as you',
    description: 'The key itself, rawKey, is in this answer only.',
    access: { permission: 'keys.write' },
    limit: 'write',
    request: { body: createKeyBody },
    responses: { 201: mintedKey },
    handler: async ({ body: { name, kind }, actor, services: { database, keyPepper } }) => {
      const { workspaceId, userId } = actor;
      if (kind === 'user' && userId === null) {
        const details = [{ path: 'kind', message: 'A server key is nobody’s: sign in to mint a user key.' }];
        throw invalid('A user key is minted by its user.', details);
      }
      const owner = kind === 'user' ? ({ kind: 'user', userId: userId ?? '' } as const) : ({ kind: 'secret' } as const);
      const minted = await database.transaction(async (transaction) => {
        const key = await mintKey(transaction, keyPepper, { workspaceId, name, ...owner });
        await auditKey(transaction, actor, 'key.created', key);
        return key;
      });
      return created({ ...presentKey(minted), rawKey: minted.rawKey }, noStore);
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/keys/:id',
    tag,
    summary: 'Read a key’s record',
    access: { permission: 'keys.read' },
    limit: 'read',
    request: { params },
    responses: { 200: keyRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services: { database } }) => {
      const key = await findKey(database, actor.workspaceId, kinds, id);
      if (key === null) throw notFound('Key', id);
      return ok(presentKey(key));
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/api/keys/:id',
    tag,
    summary: 'Rename a key',
    access: { permission: 'keys.write' },
    limit: 'write',
    request: { params, body: updateKeyBody },
    responses: { 200: keyRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body: { name }, actor: { workspaceId }, services: { database } }) => {
      const key = await findKey(database, workspaceId, kinds, id);
      if (key === null) throw notFound('Key', id);
      await renameKey(database, workspaceId, id, name);
      return ok(presentKey({ ...key, name }));
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/keys/:id',
    tag,
    summary: 'Revoke a key, at once',
    access: { permission: 'keys.write' },
    limit: 'write',
    request: { params },
    responses: { 200: z.object({ id: z.string(), deleted: z.literal(true), revoked: z.literal(true) }) },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services: { database } }) => {
      await database.transaction(async (transaction) => {
        if (!(await revokeKey(transaction, actor.workspaceId, kinds, id))) throw notFound('Key', id);
        await auditKey(transaction, actor, 'key.revoked', { id });
      });
      return ok({ id, deleted: true as const, revoked: true as const });
    },
  }),
];
