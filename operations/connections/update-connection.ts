import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import {
  lockConnection,
  queueConnectionSync,
  updateConnection as updateRow,
  type AdConnection,
} from '../../db/connections/connections';
import type { Actor } from '../../domain/accounts/actor';
import type { Sealing } from '../../domain/connections/credentials-box';
import { platformNames } from '../../domain/connections/platform-names';
import { credentialsOf, type changeConnectionBody, type ConnectedType } from '../../domain/connections/schemas';
import { describeIssue } from '../../domain/describe-issue';
import { invalid, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { sealForConnection } from './seal-for-connection';

interface Change {
  id: string;
  changes: z.output<typeof changeConnectionBody>;
}

/**
 * Changes a connection. Other credentials or another address are tried at once.
 * @throws AppError NOT_FOUND; VALIDATION_ERROR for another address without credentials, and for credentials of another platform;
 * SERVICE_UNAVAILABLE without CREDENTIALS_KEYS
 */
export function updateConnection(
  database: Database,
  actor: Actor,
  { id, changes: { name, baseUrl, credentials } }: Change,
  sealing: Sealing,
): Promise<AdConnection> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const connection = await lockConnection(transaction, workspaceId, id);
    if (connection === null) throw notFound('Connection', id);
    const isMoved = baseUrl !== undefined && baseUrl !== connection.baseUrl;
    // Else a caller who may change a connection could have its credentials sent to themselves.
    if (isMoved && credentials === undefined)
      throw invalid('You must send the credentials together with a changed baseUrl.');
    const parsed = credentials && parseCredentials(connection.connectorType, credentials);
    const changed = await updateRow(transaction, connection, {
      name,
      baseUrl: isMoved ? baseUrl : undefined,
      credentials: parsed && sealForConnection(sealing, { workspaceId, connectionId: id }, parsed),
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
