import { z } from 'zod';
import { listKeys } from '../../db/keys/keys';
import {
  createTransactionalKeyBody,
  mintedTransactionalKey,
  transactionalKeyRecord,
} from '../../domain/accounts/schemas';
import { mintKey, revokeKey } from '../../operations/keys/keys';
import { created, ok, recordOf } from '../responses';
import { defineRoute, type Route } from '../route';

const tag = 'keys';
const path = '/api/transactional-api-keys';
const kinds = ['transactional'] as const;

/** Keys of transactional sending (svc_tx_): they open the send route and nothing else. */
export const transactionalKeyRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path,
    tag,
    summary: 'List transactional keys, newest first',
    access: { permission: 'transactional_keys.read' },
    limit: 'read',
    responses: { 200: z.array(transactionalKeyRecord) },
    handler: async ({ actor: { workspaceId }, services: { database } }) =>
      ok((await listKeys(database, workspaceId, kinds)).map((key) => recordOf(transactionalKeyRecord, key))),
  }),
  defineRoute({
    method: 'post',
    path,
    tag,
    summary: 'Create a transactional key',
    description:
      'Only this response contains the key (`rawKey`). You can set an expiry time. A key that a server key creates is ' +
      'revoked with that key and cannot expire later than it.',
    access: { permission: 'transactional_keys.write' },
    limit: 'write',
    request: { body: createTransactionalKeyBody },
    responses: { 201: mintedTransactionalKey },
    handler: async ({ body, actor, services }) => {
      const minted = await mintKey(services, actor, { ...body, kind: 'transactional' });
      return created(recordOf(mintedTransactionalKey, minted), { 'Cache-Control': 'no-store' });
    },
  }),
  defineRoute({
    method: 'delete',
    path: `${path}/:keyId`,
    tag,
    summary: 'Revoke a transactional key immediately',
    access: { permission: 'transactional_keys.write' },
    limit: 'write',
    request: { params: z.object({ keyId: z.string() }) },
    responses: { 200: z.object({ id: z.string(), revoked: z.literal(true) }) },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { keyId: id }, actor, services }) => {
      await revokeKey(services, actor, kinds, id);
      return ok({ id, revoked: true as const });
    },
  }),
];
