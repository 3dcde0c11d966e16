import type { SealedCredentials } from '../../domain/connections/credentials-box';
import { acquireLock } from '../connection/advisory-locks';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';

/** Secrets of workspaces: `workspace_secrets`. Values are encrypted before they are passed here. */
export interface WorkspaceSecret {
  name: string;
  createdAt: Date;
  updatedAt: Date;
}

const columns = columnsOf<WorkspaceSecret>()('name', 'createdAt', 'updatedAt');

/**
 * Lists secrets by name.
 * @param page.after the last name of the previous page
 */
export async function listSecrets(
  database: Database,
  workspaceId: string,
  page: { limit: number; after: string | null },
): Promise<WorkspaceSecret[]> {
  const query = database('workspace_secrets').where({ workspace_id: workspaceId });
  if (page.after !== null) query.where('name', '>', page.after);
  return query.orderBy('name').limit(page.limit).select<WorkspaceSecret[]>(columns);
}

/** Finds the names of a workspace's secrets. */
export async function findSecretNames(database: Database, workspaceId: string): Promise<Set<string>> {
  const rows = await database('workspace_secrets')
    .where({ workspace_id: workspaceId })
    .select<{ name: string }[]>('name');
  return new Set(rows.map(({ name }) => name));
}

export async function findSealedSecrets(
  database: Database,
  workspaceId: string,
): Promise<{ name: string; sealed: SealedCredentials }[]> {
  const rows = await database('workspace_secrets')
    .where({ workspace_id: workspaceId })
    .select<{ name: string; bytes: Buffer; keyId: string }[]>('name', 'value as bytes', 'value_key_id as keyId');
  return rows.map(({ name, ...sealed }) => ({ name, sealed }));
}

/**
 * Locks the workspace's secrets against other writers until the transaction ends.
 * @returns their names
 */
export async function lockSecrets(transaction: Database, workspaceId: string): Promise<Set<string>> {
  await acquireLock(transaction, `workspace secrets ${workspaceId}`);
  return findSecretNames(transaction, workspaceId);
}

export async function putSecret(
  transaction: Database,
  { workspaceId, name }: { workspaceId: string; name: string },
  { bytes, keyId }: SealedCredentials,
): Promise<WorkspaceSecret> {
  const [row] = await transaction('workspace_secrets')
    .insert({ workspace_id: workspaceId, name, value: bytes, value_key_id: keyId })
    .onConflict(['workspace_id', 'name'])
    .merge({ value: bytes, value_key_id: keyId, updated_at: transaction.fn.now() })
    .returning<WorkspaceSecret[]>(columns);
  return row as WorkspaceSecret;
}

/**
 * Deletes a secret.
 * @returns whether it existed
 */
export async function deleteSecret(transaction: Database, workspaceId: string, name: string): Promise<boolean> {
  return (await transaction('workspace_secrets').where({ workspace_id: workspaceId, name }).delete()) > 0;
}

export interface SecretUnderKey {
  workspaceId: string;
  name: string;
  sealed: SealedCredentials;
}

/** Lists secrets of all workspaces that are encrypted with another key than this one, sorted by workspace and name. */
export async function listSecretsUnderOtherKeys(
  database: Database,
  keyId: string,
  after: Pick<SecretUnderKey, 'workspaceId' | 'name'>,
  limit: number,
): Promise<SecretUnderKey[]> {
  const rows = await rowsOf<{ workspaceId: string; name: string; bytes: Buffer; keyId: string }>(
    database.raw(
      `select workspace_id as "workspaceId", name, value as bytes, value_key_id as "keyId" from workspace_secrets
        where value_key_id <> ? and (workspace_id, name) > (?, ?) order by workspace_id, name limit ?`,
      [keyId, after.workspaceId, after.name, limit],
    ),
  );
  return rows.map(({ workspaceId, name, ...sealed }) => ({ workspaceId, name, sealed }));
}

/**
 * Replaces an encrypted value with the same value under another key, unless it was changed or deleted since it was
 * read.
 */
export async function resealSecret(
  database: Database,
  { workspaceId, name, sealed }: SecretUnderKey,
  { bytes, keyId }: SealedCredentials,
): Promise<void> {
  await database('workspace_secrets')
    .where({ workspace_id: workspaceId, name, value: sealed.bytes })
    .update({ value: bytes, value_key_id: keyId });
}
