import type { SealedCredentials } from '../../domain/connections/credentials-box';
import type { ConnectedType } from '../../domain/connections/schemas';
import { acquireLock } from '../connection/advisory-locks';
import { rowsOf } from '../connection/statements';
import { newestPage, type IdPage } from '../connection/pages';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { changeOf, enqueue } from '../outbox/outbox';

/** Accounts at advertising platforms that Apex imports figures from: `ad_connections`. */
export interface AdConnection {
  workspaceId: string;
  id: string;
  connectorType: ConnectedType;
  name: string;
  accountId: string;
  /** Null for the platform's default. */
  baseUrl: string | null;
  status: 'pending' | 'connected' | 'error';
  credentials: SealedCredentials;
  /** Increases with each change that affects how the connection imports figures. */
  revision: number;
  lastSyncedAt: Date | null;
  lastError: string | null;
  createdAt: Date;
  updatedAt: Date;
}

type ConnectionRow = Omit<AdConnection, 'credentials'> & { credentials: Buffer; credentialsKeyId: string };

const columns = columnsOf<ConnectionRow>()(
  'workspaceId',
  'id',
  'connectorType',
  'name',
  'accountId',
  'baseUrl',
  'status',
  'credentials',
  'credentialsKeyId',
  'revision',
  'lastSyncedAt',
  'lastError',
  'createdAt',
  'updatedAt',
);

const fromRow = ({ credentials, credentialsKeyId, ...row }: ConnectionRow): AdConnection => ({
  ...row,
  credentials: { keyId: credentialsKeyId, bytes: credentials },
});

export type NewConnection = Pick<
  AdConnection,
  'workspaceId' | 'id' | 'connectorType' | 'name' | 'accountId' | 'baseUrl' | 'credentials'
>;

export async function insertConnection(transaction: Database, made: NewConnection): Promise<AdConnection> {
  const [row] = await transaction('ad_connections')
    .insert({
      workspace_id: made.workspaceId,
      id: made.id,
      connector_type: made.connectorType,
      name: made.name,
      account_id: made.accountId,
      base_url: made.baseUrl,
      credentials: made.credentials.bytes,
      credentials_key_id: made.credentials.keyId,
    })
    .returning<ConnectionRow[]>(columns);
  return fromRow(row as ConnectionRow);
}

export async function findConnection(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<AdConnection | null> {
  const row = await database('ad_connections')
    .where({ workspace_id: workspaceId, id })
    .first<ConnectionRow | undefined>(columns);
  return row === undefined ? null : fromRow(row);
}

/**
 * Finds the connection of a schedule by its id, which is unique across workspaces. Returns null if it was deleted or
 * its workspace is paused.
 */
export async function findScheduledConnection(
  database: Database,
  id: string,
): Promise<Pick<AdConnection, 'workspaceId' | 'id'> | null> {
  const row = await database('ad_connections as c')
    .join('workspaces as w', 'w.id', 'c.workspace_id')
    .where({ 'c.id': id })
    .whereNull('w.paused_at')
    .first<Pick<AdConnection, 'workspaceId' | 'id'> | undefined>('c.workspace_id as workspaceId', 'c.id');
  return row ?? null;
}

/** Finds a connection like {@link findConnection}, and locks it until the transaction ends. */
export async function lockConnection(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<AdConnection | null> {
  const row = await transaction('ad_connections')
    .where({ workspace_id: workspaceId, id })
    .forUpdate()
    .first<ConnectionRow | undefined>(columns);
  return row === undefined ? null : fromRow(row);
}

/**
 * Blocks new connections in the workspace until the transaction ends.
 * @returns how many connections there are
 */
export async function lockConnectionCount(transaction: Database, workspaceId: string): Promise<number> {
  await acquireLock(transaction, `connections ${workspaceId}`);
  return (await listConnectionIds(transaction, workspaceId)).length;
}

/** Lists one page, newest first. */
export async function listConnections(database: Database, workspaceId: string, page: IdPage): Promise<AdConnection[]> {
  const rows = await newestPage(database('ad_connections').where({ workspace_id: workspaceId }), page).select<
    ConnectionRow[]
  >(columns);
  return rows.map(fromRow);
}

export async function listConnectionIds(database: Database, workspaceId: string): Promise<string[]> {
  const rows = await database('ad_connections').where({ workspace_id: workspaceId }).select<{ id: string }[]>('id');
  return rows.map(({ id }) => id);
}

/** Updates a locked connection. Changes that affect its imports increase its revision. */
export async function updateConnection(
  transaction: Database,
  { workspaceId, id }: Pick<AdConnection, 'workspaceId' | 'id'>,
  { name, baseUrl, credentials }: { [Field in 'name' | 'baseUrl' | 'credentials']?: AdConnection[Field] | undefined },
): Promise<AdConnection> {
  const pullsAgain = baseUrl !== undefined || credentials !== undefined;
  const [row] = await transaction('ad_connections')
    .where({ workspace_id: workspaceId, id })
    .update({
      name,
      base_url: baseUrl,
      credentials: credentials?.bytes,
      credentials_key_id: credentials?.keyId,
      revision: pullsAgain ? transaction.raw('revision + 1') : undefined,
      updated_at: transaction.fn.now(),
    })
    .returning<ConnectionRow[]>(columns);
  if (row === undefined) throw new Error(`There is no connection ${id}.`);
  return fromRow(row);
}

/**
 * Deletes a connection; its figures stay.
 * @returns whether it existed
 */
export async function deleteConnection(transaction: Database, workspaceId: string, id: string): Promise<boolean> {
  return (await transaction('ad_connections').where({ workspace_id: workspaceId, id }).delete()) > 0;
}

/**
 * Stores credentials with a new token, unless the connection was changed since it was read.
 * @returns whether they were stored
 */
export async function keepCredentials(
  database: Database,
  { workspaceId, id, revision }: Pick<AdConnection, 'workspaceId' | 'id' | 'revision'>,
  credentials: SealedCredentials,
): Promise<boolean> {
  const kept = await database('ad_connections')
    .where({ workspace_id: workspaceId, id, revision })
    .update({ credentials: credentials.bytes, credentials_key_id: credentials.keyId });
  return kept > 0;
}

/** Records the outcome of an import of a locked connection. */
export async function recordPull(
  transaction: Database,
  { workspaceId, id }: Pick<AdConnection, 'workspaceId' | 'id'>,
  outcome: { rows: number; at: Date } | { error: string; isFinal: boolean },
): Promise<void> {
  const values =
    'error' in outcome
      ? {
          last_error: outcome.error,
          last_error_at: transaction.fn.now(),
          ...(outcome.isFinal ? { status: 'error' } : {}),
        }
      : {
          status: 'connected',
          last_synced_at: outcome.at,
          last_row_count: outcome.rows,
          last_error: null,
          last_error_at: null,
        };
  await transaction('ad_connections').where({ workspace_id: workspaceId, id }).update(values);
}

/** Queues a command that creates or removes the schedule of a connection after the commit. */
export const queueConnectionSchedule = (transaction: Database, workspaceId: string, id: string): Promise<void> =>
  enqueue(transaction, [{ workspaceId, kind: 'schedule_connection', subjectId: changeOf(id) }]);

/** Queues a command that imports the figures of a connection after the commit. */
export const queueConnectionSync = (transaction: Database, workspaceId: string, id: string): Promise<void> =>
  enqueue(transaction, [{ workspaceId, kind: 'sync_connection', subjectId: changeOf(id) }]);

/** Lists ids of connections of all workspaces after `after`, in order. */
export async function listAllConnectionIds(database: Database, after: string, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    database.raw('select id from ad_connections where id > ? order by id limit ?', [after, limit]),
  );
  return rows.map(({ id }) => id);
}

/** Lists connections with credentials that are encrypted with another key than this one. */
export function listUnderOtherKeys(
  database: Database,
  keyId: string,
  after: string,
  limit: number,
): Promise<{ workspaceId: string; id: string }[]> {
  return rowsOf(
    database.raw(
      `select workspace_id as "workspaceId", id from ad_connections
        where credentials_key_id <> ? and id > ? order by id limit ?`,
      [keyId, after, limit],
    ),
  );
}
