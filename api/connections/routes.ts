import { z } from 'zod';
import { findConnection, listConnections, type AdConnection } from '../../db/connections/connections';
import {
  changeConnectionBody,
  connectionRecord,
  createConnectionBody,
  startedSync,
} from '../../domain/connections/schemas';
import { notFound } from '../../domain/errors';
import {
  createConnection,
  deleteConnection,
  requestSync,
  updateConnection,
} from '../../operations/connections/connections';
import { connectionWorkflowId } from '../../workflows/contract/sync-connection';
import { mustExist } from '../must-exist';
import { accepted, created, deleted, deletedRecord, ok, recordOf } from '../responses';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Route } from '../route';

const tag = 'connections';
const path = '/api/connections';
const params = z.object({ id: z.string() });
const read = { tag, access: { permission: 'connections.read' }, limit: 'read' } as const;
const write = { tag, access: { permission: 'connections.write' }, limit: 'write' } as const;

const presentConnection = (connection: AdConnection) => recordOf(connectionRecord, connection);

export const connectionRoutes: Route[] = [
  defineRoute({
    ...read,
    method: 'get',
    path,
    summary: 'List connections to advertising platforms, newest first',
    request: { query: pageQuery },
    responses: { 200: pageOf(connectionRecord) },
    handler: async ({ query: { limit, cursor }, actor: { workspaceId }, services: { database } }) => {
      const found = await listConnections(database, workspaceId, { limit: limit + 1, before: cursor ?? null });
      return ok(cutPage(found.map(presentConnection), limit));
    },
  }),
  defineRoute({
    ...write,
    method: 'post',
    path,
    summary: 'Connect an account of an advertising platform',
    description:
      'Imports 90 days of data immediately. After that, the last 28 days are imported again every day. Credentials are ' +
      'encrypted and never returned. A workspace can have at most 100 connections (409).',
    request: { body: createConnectionBody },
    responses: { 201: connectionRecord },
    errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
    handler: async ({ body, actor, services }) =>
      created(presentConnection(await createConnection(services, actor, body))),
  }),
  defineRoute({
    ...read,
    method: 'get',
    path: `${path}/:id`,
    summary: 'Read a connection with its status and last error',
    request: { params },
    responses: { 200: connectionRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      const connection = await findConnection(database, workspaceId, id);
      if (connection === null) throw notFound('Connection', id);
      return ok(presentConnection(connection));
    },
  }),
  defineRoute({
    ...write,
    method: 'patch',
    path: `${path}/:id`,
    summary: 'Change the name, credentials or address of a connection',
    description:
      'New credentials start an import immediately. You cannot change the account: connect the other account instead.',
    request: { params, body: changeConnectionBody },
    findNamed: mustExist('Connection', findConnection),
    responses: { 200: connectionRecord },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    handler: async ({ params: { id }, body: changes, actor, services }) => {
      const changed = await updateConnection(services, actor, { id, changes });
      return ok(presentConnection(changed));
    },
  }),
  defineRoute({
    ...write,
    method: 'delete',
    path: `${path}/:id`,
    summary: 'Disconnect an account',
    request: { params },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services }) => {
      await deleteConnection(services, actor, id);
      return deleted(id);
    },
  }),
  defineRoute({
    ...write,
    method: 'post',
    path: `${path}/:id/sync`,
    summary: 'Import data of a connection now',
    description:
      'Stops an import that is running and starts a new one. Members who turned on this notification receive an email ' +
      'when it is done.',
    request: { params },
    responses: { 202: startedSync },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services }) => {
      await requestSync(services, actor, id);
      return accepted({ workflowId: connectionWorkflowId(id) });
    },
  }),
];
