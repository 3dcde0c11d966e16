import { z } from 'zod';
import { findTriggerContract, listTriggerContracts } from '../../db/trigger-contracts/trigger-contracts';
import { notFound } from '../../domain/errors';
import {
  createTriggerContractBody,
  triggerContractRecord,
  updateTriggerContractBody,
} from '../../domain/trigger-contracts/schemas';
import {
  createTriggerContract,
  deleteTriggerContract,
  updateTriggerContract,
} from '../../operations/trigger-contracts/trigger-contracts';
import { mustExist } from '../must-exist';
import { created, deleted, deletedRecord, ok } from '../responses';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Route } from '../route';
import { presentTriggerContract } from './present';

const tag = 'trigger-contracts';
const params = z.object({ id: z.string() });

export const triggerContractRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/trigger-contracts',
    tag,
    summary: 'List trigger contracts, newest first',
    access: { permission: 'trigger_contracts.read' },
    limit: 'read',
    request: { query: pageQuery },
    responses: { 200: pageOf(triggerContractRecord) },
    handler: async ({ query: { limit, cursor }, actor: { workspaceId }, services: { database } }) => {
      const found = await listTriggerContracts(database, workspaceId, { limit: limit + 1, before: cursor ?? null });
      return ok(cutPage(found.map(presentTriggerContract), limit));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/trigger-contracts',
    tag,
    summary: 'Create a trigger contract',
    access: { permission: 'trigger_contracts.write' },
    limit: 'write',
    request: { body: createTriggerContractBody },
    responses: { 201: triggerContractRecord },
    handler: async ({ body, actor, services }) =>
      created(presentTriggerContract(await createTriggerContract(services, actor, body))),
  }),
  defineRoute({
    method: 'get',
    path: '/api/trigger-contracts/:id',
    tag,
    summary: 'Read a trigger contract',
    access: { permission: 'trigger_contracts.read' },
    limit: 'read',
    request: { params },
    responses: { 200: triggerContractRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      const contract = await findTriggerContract(database, workspaceId, id);
      if (contract === null) throw notFound('Trigger contract', id);
      return ok(presentTriggerContract(contract));
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/api/trigger-contracts/:id',
    tag,
    summary: 'Change a trigger contract',
    description: 'Published journey versions keep their copy of the trigger contract. Publish again to use the change.',
    access: { permission: 'trigger_contracts.write' },
    limit: 'write',
    request: { params, body: updateTriggerContractBody },
    findNamed: mustExist('Trigger contract', findTriggerContract),
    responses: { 200: triggerContractRecord },
    errors: ['NOT_FOUND', 'STALE_UPDATE'],
    handler: async ({ params: { id }, body, actor, services }) =>
      ok(presentTriggerContract(await updateTriggerContract(services, actor, id, body))),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/trigger-contracts/:id',
    tag,
    summary: 'Delete a trigger contract that no published version uses',
    access: { permission: 'trigger_contracts.write' },
    limit: 'write',
    request: { params },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, actor, services }) => {
      await deleteTriggerContract(services, actor, id);
      return deleted(id);
    },
  }),
];
