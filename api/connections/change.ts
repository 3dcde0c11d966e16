import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { recordAudit } from '../../db/audit';
import { newId, type Database } from '../../db/connection';
import {
  changeConnection as writeChange,
  deleteConnection as deleteRow,
  insertConnection,
  lockConnection,
  queueConnectionSchedule,
  queueConnectionSync,
  type AdConnection,
} from '../../db/connections';
import {
  sealCredentials,
  type CredentialsKey,
  type CredentialsOwner,
  type SealedCredentials,
} from '../../domain/connections/credentials-box';
import {
  credentialsOf,
  type changeConnectionBody,
  type ConnectedType,
  type createConnectionBody,
} from '../../domain/connections/schemas';
import { AppError, conflict, invalid, notFound } from '../../domain/errors';
import type { Actor } from '../route';

const platformNames: Record<ConnectedType, string> = {
  google_ads: 'Google Ads',
  meta_ads: 'Meta Ads',
  linkedin_ads: 'LinkedIn Ads',
};

interface Writer {
  database: Database;
  actor: Actor;
  credentialsKeys: readonly CredentialsKey[];
}

/** Makes a connection, its schedule, and its first pull. @throws AppError CONFLICT when the account has one */
export function createConnection(
  { database, actor, credentialsKeys }: Writer,
  body: z.output<typeof createConnectionBody>,
): Promise<AdConnection> {
  const { workspaceId } = actor;
  const id = newId('connection');
  const { connectorType, accountId, name = platformNames[connectorType], baseUrl = null } = body;
  const credentials = seal(credentialsKeys, { workspaceId, connectionId: id }, body.credentials);
  const made = { workspaceId, id, connectorType, name, accountId, baseUrl, credentials };
  return database.transaction(async (transaction) => {
    const connection = await insertConnection(transaction, made);
    if (connection === null) throw conflict('This account is connected already.');
    await queueConnectionSchedule(transaction, workspaceId, id);
    await queueConnectionSync(transaction, workspaceId, id);
    await audit(transaction, actor, 'connection.created', id);
    return connection;
  });
}

/** Other credentials or another address are tried at once. */
export function changeConnection(
  { database, actor, credentialsKeys }: Writer,
  id: string,
  { name, baseUrl, credentials }: z.output<typeof changeConnectionBody>,
): Promise<AdConnection> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const connection = await lockConnection(transaction, workspaceId, id);
    if (connection === null) throw notFound('Connection', id);
    const isMoved = baseUrl !== undefined && baseUrl !== connection.baseUrl;
    // Else whoever may change a connection could have its credentials sent to themselves.
    if (isMoved && credentials === undefined) throw invalid('Send the credentials with a changed baseUrl.');
    const parsed = credentials === undefined ? null : parseCredentials(connection.connectorType, credentials);
    const changed = await writeChange(transaction, connection, {
      ...(name === undefined ? {} : { name }),
      ...(isMoved ? { baseUrl } : {}),
      ...(parsed === null ? {} : { credentials: seal(credentialsKeys, { workspaceId, connectionId: id }, parsed) }),
    });
    if (parsed !== null) await queueConnectionSync(transaction, workspaceId, id);
    await audit(transaction, actor, 'connection.updated', id);
    return changed;
  });
}

export function deleteConnection({ database, actor }: Writer, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await deleteRow(transaction, actor.workspaceId, id))) throw notFound('Connection', id);
    await queueConnectionSchedule(transaction, actor.workspaceId, id);
    await audit(transaction, actor, 'connection.deleted', id);
  });
}

/** Has a connection pull now. @throws AppError NOT_FOUND */
export function requestSync({ database, actor }: Writer, id: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if ((await lockConnection(transaction, actor.workspaceId, id)) === null) throw notFound('Connection', id);
    await queueConnectionSync(transaction, actor.workspaceId, id);
    await audit(transaction, actor, 'connection.sync_requested', id);
  });
}

function parseCredentials(type: ConnectedType, credentials: object): object {
  const result = credentialsOf[type].safeParse(credentials);
  if (result.success) return result.data;
  const details = result.error.issues.map(({ path, message }) => ({
    path: ['credentials', ...path].join('.'),
    message,
  }));
  throw invalid(`The credentials are not those of ${platformNames[type]}.`, details);
}

function seal(keys: readonly CredentialsKey[], owner: CredentialsOwner, credentials: object): SealedCredentials {
  if (keys.length > 0) return sealCredentials(keys, owner, JSON.stringify(credentials), randomBytes(12));
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'This installation keeps no credentials: its operator has to set CREDENTIALS_KEYS.',
  );
}

const audit = (
  transaction: Database,
  { workspaceId, id: actor }: Actor,
  action: `connection.${'created' | 'updated' | 'deleted' | 'sync_requested'}`,
  connectionId: string,
): Promise<void> =>
  recordAudit(transaction, [
    { workspaceId, subjectType: 'workspace', subjectId: workspaceId, actor, action, metadata: { connectionId } },
  ]);
