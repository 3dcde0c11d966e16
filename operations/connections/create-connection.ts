import type { z } from 'zod';
import { newId } from '../../db/connection/ids';
import type { Database } from '../../db/connection/pool';
import {
  insertConnection,
  lockConnectionCount,
  queueConnectionSchedule,
  queueConnectionSync,
  type AdConnection,
} from '../../db/connections/connections';
import type { Actor } from '../../domain/accounts/actor';
import type { Sealing } from '../../domain/connections/credentials-box';
import { platformNames } from '../../domain/connections/platform-names';
import type { createConnectionBody } from '../../domain/connections/schemas';
import { conflict } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { sealForConnection } from './seal-for-connection';

/** Each pulls every day, and once more whenever a person wants it. */
const maxConnections = 100;

/**
 * Makes a connection, its schedule, and its first pull. Of an account that has one, it is another: their figures are those of the account.
 * @throws AppError SERVICE_UNAVAILABLE without CREDENTIALS_KEYS, CONFLICT beyond a hundred connections
 */
export function createConnection(
  database: Database,
  actor: Actor,
  body: z.output<typeof createConnectionBody>,
  sealing: Sealing,
): Promise<AdConnection> {
  const { workspaceId } = actor;
  const id = newId('connection');
  const { connectorType, accountId, name = platformNames[connectorType], baseUrl = null } = body;
  const credentials = sealForConnection(sealing, { workspaceId, connectionId: id }, body.credentials);
  const made = { workspaceId, id, connectorType, name, accountId, baseUrl, credentials };
  return database.transaction(async (transaction) => {
    if ((await lockConnectionCount(transaction, workspaceId)) >= maxConnections)
      throw conflict(`A workspace can have at most ${maxConnections} connections. Delete one first.`);
    const connection = await insertConnection(transaction, made);
    await queueConnectionSchedule(transaction, workspaceId, id);
    await queueConnectionSync(transaction, workspaceId, id);
    await recordAct(transaction, actor, 'connection.created', { metadata: { connectionId: id } });
    return connection;
  });
}
