import type { z } from 'zod';
import { newId } from '../../db/connection/ids';
import {
  type AdConnection,
  deleteConnection as deleteRow,
  insertConnection,
  lockConnection,
  lockConnectionCount,
  queueConnectionSchedule,
  queueConnectionSync,
  updateConnection as updateRow,
} from '../../db/connections/connections';
import type { Actor } from '../../domain/accounts/actor';
import { nonceLength, sealCredentials, type SealedCredentials } from '../../domain/connections/credentials-box';
import { platformNames } from '../../domain/connections/platform-names';
import {
  type changeConnectionBody,
  type ConnectedType,
  type createConnectionBody,
  credentialsOf,
} from '../../domain/connections/schemas';
import { describeIssue } from '../../domain/describe-issue';
import { AppError, conflict, invalid, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context, SealingContext } from '../ports';

/** Each pulls every day, and when a person requests it. */
const maxConnections = 100;

/**
 * Creates a connection with its schedule and its first pull. An account may have several connections; they share its figures.
 * @throws AppError SERVICE_UNAVAILABLE without CREDENTIALS_KEYS, CONFLICT above 100 connections
 */
export function createConnection(
  context: Pick<Context, 'database'> & SealingContext,
  actor: Actor,
  body: z.output<typeof createConnectionBody>,
): Promise<AdConnection> {
  const { workspaceId } = actor;
  const id = newId('connection');
  const { connectorType, accountId, name = platformNames[connectorType], baseUrl = null } = body;
  const credentials = sealForConnection(context, { workspaceId, connectionId: id }, body.credentials);
  const made = { workspaceId, id, connectorType, name, accountId, baseUrl, credentials };
  return context.database.transaction(async (transaction) => {
    if ((await lockConnectionCount(transaction, workspaceId)) >= maxConnections)
      throw conflict(`A workspace can have at most ${maxConnections} connections. Delete one first.`);
    const connection = await insertConnection(transaction, made);
    await queueConnectionSchedule(transaction, workspaceId, id);
    await queueConnectionSync(transaction, workspaceId, id);
    await recordAct(transaction, actor, 'connection.created', { metadata: { connectionId: id } });
    return connection;
  });
}

interface Change {
  id: string;
  changes: z.output<typeof changeConnectionBody>;
}

/**
 * Updates a connection. New credentials or a new address are tried immediately.
 * @throws AppError NOT_FOUND; VALIDATION_ERROR for a new address without credentials, and for credentials of another platform;
 * SERVICE_UNAVAILABLE without CREDENTIALS_KEYS
 */
export function updateConnection(
  context: Pick<Context, 'database'> & SealingContext,
  actor: Actor,
  { id, changes: { name, baseUrl, credentials } }: Change,
): Promise<AdConnection> {
  const { workspaceId } = actor;
  return context.database.transaction(async (transaction) => {
    const connection = await lockConnection(transaction, workspaceId, id);
    if (connection === null) throw notFound('Connection', id);
    const isMoved = baseUrl !== undefined && baseUrl !== connection.baseUrl;
    // Otherwise a caller could have the stored credentials sent to their own host.
    if (isMoved && credentials === undefined)
      throw invalid('You must send the credentials together with a changed baseUrl.');
    const parsed = credentials && parseCredentials(connection.connectorType, credentials);
    const changed = await updateRow(transaction, connection, {
      name,
      baseUrl: isMoved ? baseUrl : undefined,
      credentials: parsed && sealForConnection(context, { workspaceId, connectionId: id }, parsed),
    });
    if (parsed !== undefined) await queueConnectionSync(transaction, workspaceId, id);
    await recordAct(transaction, actor, 'connection.updated', { metadata: { connectionId: id } });
    return changed;
  });
}

function parseCredentials(type: ConnectedType, credentials: object): object {
  const result = credentialsOf[type].safeParse(credentials, { error: describeIssue });
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => ({
    path: ['credentials', ...path].join('.'),
    message,
  }));
  throw invalid(`The credentials are not valid for ${platformNames[type]}.`, details);
}

/** Deletes a connection but keeps its figures. Its schedule is removed after the commit. @throws AppError NOT_FOUND */
export function deleteConnection({ database }: Pick<Context, 'database'>, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await deleteRow(transaction, actor.workspaceId, id))) throw notFound('Connection', id);
    await queueConnectionSchedule(transaction, actor.workspaceId, id);
    await recordAct(transaction, actor, 'connection.deleted', { metadata: { connectionId: id } });
  });
}

/** Requests an immediate pull. @throws AppError NOT_FOUND */
export function requestSync({ database }: Pick<Context, 'database'>, actor: Actor, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if ((await lockConnection(transaction, actor.workspaceId, id)) === null) throw notFound('Connection', id);
    await queueConnectionSync(transaction, actor.workspaceId, id);
    await recordAct(transaction, actor, 'connection.sync_requested', { metadata: { connectionId: id } });
  });
}

/** Encrypts credentials. @throws AppError SERVICE_UNAVAILABLE without CREDENTIALS_KEYS */
function sealForConnection(
  { random, settings: { credentialsKeys } }: SealingContext,
  owner: { workspaceId: string; connectionId: string },
  credentials: object,
): SealedCredentials {
  if (credentialsKeys.length > 0)
    return sealCredentials(credentialsKeys, owner, JSON.stringify(credentials), random.bytes(nonceLength));
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'This installation cannot store credentials. The operator must set CREDENTIALS_KEYS.',
  );
}
