import { z } from 'zod';
import { findKey, listKeys, type ApiKey } from '../../db/keys/keys';
import { createKeyBody, keyRecord, mintedKey, updateKeyBody } from '../../domain/accounts/schemas';
import { notFound } from '../../domain/errors';
import { mintKey, renameKey, revokeKey } from '../../operations/keys/keys';
import { mustExist } from '../must-exist';
import { created, ok, recordOf } from '../responses';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Route } from '../route';

const tag = 'keys';
const kinds = ['secret', 'user'] as const;
const params = z.object({ id: z.string() });
const noStore = { 'Cache-Control': 'no-store' };
/** A key that created keys would outlive its own revocation. */
const people = { person: true } as const;
const read = { permission: 'keys.read', ...people } as const;
const write = { permission: 'keys.write', ...people } as const;

const listQuery = z.strictObject({
  ...pageQuery.shape,
  createdBy: z.string().max(100).optional().meta({ description: '`true`: return only keys that you created.' }),
  creatorRemoved: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .meta({ description: '`true`: return only keys whose creator is no longer a member.' }),
});

const presentKey = (key: ApiKey) => recordOf(keyRecord, { ...key, kind: key.kind === 'user' ? 'user' : 'server' });

/** Server keys (svc_sk_) and user keys (svc_uk_). Only people manage them, with a session or a user key. */
export const keyRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/keys',
    tag,
    summary: 'List server and user keys, newest first',
    description:
      'Includes the creator and the last use of each key. A server key stays valid after its creator is removed from ' +
      'the workspace. It is listed with `createdBy.removed` until it is revoked.',
    access: read,
    limit: 'read',
    request: { query: listQuery },
    responses: { 200: pageOf(keyRecord) },
    handler: async ({ query: { limit, cursor, ...filter }, actor: { workspaceId }, services: { database } }) => {
      const page = { limit: limit + 1, before: cursor ?? null, ...filter };
      const keys = await listKeys(database, workspaceId, kinds, page);
      return ok(cutPage(keys.map(presentKey), limit));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/keys',
    tag,
    summary: 'Create a server key, or a user key that acts as you',
    description: 'Only this response contains the key (`rawKey`).',
    access: write,
    limit: 'write',
    request: { body: createKeyBody },
    responses: { 201: mintedKey },
    handler: async ({ body, actor, services }) => {
      const holder =
        body.kind === 'user' ? ({ kind: 'user', userId: actor.userId } as const) : ({ kind: 'secret' } as const);
      const minted = await mintKey(services, actor, { ...body, ...holder });
      return created({ ...presentKey(minted), rawKey: minted.rawKey }, noStore);
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/keys/:id',
    tag,
    summary: 'Read the record of a key',
    access: read,
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
    access: write,
    limit: 'write',
    request: { params, body: updateKeyBody },
    findNamed: mustExist('Key', (database, workspaceId, id) => findKey(database, workspaceId, kinds, id)),
    responses: { 200: keyRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body: { name }, actor, services }) =>
      ok(presentKey(await renameKey(services, actor, kinds, { id, name }))),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/keys/:id',
    tag,
    summary: 'Revoke a key immediately',
    description: 'Also revokes the keys that it created, and withdraws the open invitations that it sent.',
    access: write,
    limit: 'write',
    request: { params },
    responses: { 200: z.object({ id: z.string(), deleted: z.literal(true), revoked: z.literal(true) }) },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services }) => {
      await revokeKey(services, actor, kinds, id);
      return ok({ id, deleted: true as const, revoked: true as const });
    },
  }),
];
