import { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { findConversion, listConversions } from '../../db/conversions/conversions';
import {
  conversionRecord,
  createConversionBody,
  updateConversionBody,
  updateConversionByIdBody,
} from '../../domain/conversions/schemas';
import { notFound } from '../../domain/errors';
import { createConversion, deleteConversion, updateConversion } from '../../operations/conversions/conversions';
import { mustExist } from '../must-exist';
import { created, deleted, deletedRecord, ok } from '../responses';
import { defineRoute, type Actor, type Route } from '../route';
import { presentConversion } from './present';

const tag = 'conversions';
const path = '/api/conversion-goals';
const params = z.object({ id: z.string() });
const byId = z.object({ id: z.string().min(1).max(100) });
const changing =
  'Omitted fields keep their value. Send null to clear a field. If the change affects which events match, past ' +
  'events are matched again.';
const deleting = 'Targets that count this conversion keep their last value and get `sourceMissing: true`.';

/** @throws AppError NOT_FOUND */
async function readConversion(
  database: Database,
  { workspaceId }: Actor,
  id: string,
): Promise<z.infer<typeof conversionRecord>> {
  const conversion = await findConversion(database, workspaceId, id);
  if (conversion === null) throw notFound('Conversion', id);
  return presentConversion(conversion);
}

export const conversionRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path,
    tag,
    summary: 'List conversions, newest first',
    access: { permission: 'conversions.read' },
    limit: 'read',
    responses: { 200: z.array(conversionRecord) },
    handler: async ({ actor: { workspaceId }, services: { database } }) =>
      ok((await listConversions(database, workspaceId)).map(presentConversion)),
  }),
  defineRoute({
    method: 'post',
    path,
    tag,
    summary: 'Create a conversion',
    description:
      'Use the newer form (`type`, `eventName`, `targetUrl`, `selector`) or the older form (`eventType`, `urlPattern`, ' +
      '`conditions`). Past events count too: up to 50,000 of the type immediately, more in the background with the ' +
      'progress in `backfill`.',
    access: { permission: 'conversions.write' },
    limit: 'write',
    request: { body: createConversionBody },
    responses: { 201: conversionRecord },
    handler: async ({ body, actor, services }) =>
      created(await readConversion(services.database, actor, await createConversion(services, actor, body))),
  }),
  defineRoute({
    method: 'patch',
    path,
    tag,
    summary: 'Change a conversion by the id in the body',
    description: changing,
    access: { permission: 'conversions.write' },
    limit: 'write',
    request: { body: updateConversionByIdBody },
    findNamed: mustExist('Conversion', findConversion),
    responses: { 200: conversionRecord },
    errors: ['NOT_FOUND', 'STALE_UPDATE'],
    handler: async ({ body: { id, updatedAt, ...given }, actor, services }) => {
      await updateConversion(services, actor, { id, given, updatedAt });
      return ok(await readConversion(services.database, actor, id));
    },
  }),
  defineRoute({
    method: 'delete',
    path,
    tag,
    summary: 'Delete a conversion by the id in the query',
    description: deleting,
    access: { permission: 'conversions.write' },
    limit: 'write',
    request: { query: byId },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ query: { id }, actor, services }) => {
      await deleteConversion(services, actor, id);
      return deleted(id);
    },
  }),
  defineRoute({
    method: 'get',
    path: `${path}/:id`,
    tag,
    summary: 'Read a conversion',
    access: { permission: 'conversions.read' },
    limit: 'read',
    request: { params },
    responses: { 200: conversionRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services: { database } }) => ok(await readConversion(database, actor, id)),
  }),
  defineRoute({
    method: 'patch',
    path: `${path}/:id`,
    tag,
    summary: 'Change a conversion',
    description: changing,
    access: { permission: 'conversions.write' },
    limit: 'write',
    request: { params, body: updateConversionBody },
    findNamed: mustExist('Conversion', findConversion),
    responses: { 200: conversionRecord },
    errors: ['NOT_FOUND', 'STALE_UPDATE'],
    handler: async ({ params: { id }, body: { updatedAt, ...given }, actor, services }) => {
      await updateConversion(services, actor, { id, given, updatedAt });
      return ok(await readConversion(services.database, actor, id));
    },
  }),
  defineRoute({
    method: 'delete',
    path: `${path}/:id`,
    tag,
    summary: 'Delete a conversion',
    description: deleting,
    access: { permission: 'conversions.write' },
    limit: 'write',
    request: { params },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services }) => {
      await deleteConversion(services, actor, id);
      return deleted(id);
    },
  }),
];
