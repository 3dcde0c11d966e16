import { randomBytes } from 'node:crypto';
import { recordAudit } from '../../db/audit';
import type { Database } from '../../db/connection';
import {
  deleteSecret,
  findSecretNames,
  lockSecrets,
  putSecret,
  type WorkspaceSecret,
} from '../../db/workspace-secrets';
import { sealCredentials, type CredentialsKey } from '../../domain/connections/credentials-box';
import { AppError, conflict, notFound } from '../../domain/errors';
import type { Actor } from '../route';

const mostSecrets = 100;

interface Writer {
  database: Database;
  actor: Actor;
  credentialsKeys: readonly CredentialsKey[];
}

/**
 * Sets a secret, encrypted under the first of CREDENTIALS_KEYS. Calls from then on carry the new value.
 * @throws AppError SERVICE_UNAVAILABLE without such keys, CONFLICT beyond a hundred secrets
 */
export function setSecret(
  { database, actor, credentialsKeys }: Writer,
  name: string,
  value: string,
): Promise<WorkspaceSecret> {
  const { workspaceId } = actor;
  if (credentialsKeys.length === 0) {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'This installation keeps no secrets: its operator has to set CREDENTIALS_KEYS.',
    );
  }
  const sealed = sealCredentials(credentialsKeys, { workspaceId, secretName: name }, value, randomBytes(12));
  return database.transaction(async (transaction) => {
    const count = await lockSecrets(transaction, workspaceId);
    const exists = (await findSecretNames(transaction, workspaceId)).has(name);
    if (!exists && count >= mostSecrets)
      throw conflict(`A workspace has at most ${mostSecrets} secrets. Delete one first.`);
    const secret = await putSecret(transaction, { workspaceId, name }, sealed);
    await audit(transaction, actor, exists ? 'secret.replaced' : 'secret.created', name);
    return secret;
  });
}

/** Deletes a secret at once: steps that name it fail from then on. @throws AppError NOT_FOUND */
export function removeSecret({ database, actor }: Writer, name: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await deleteSecret(transaction, actor.workspaceId, name))) throw notFound('Secret', name);
    await audit(transaction, actor, 'secret.deleted', name);
  });
}

const audit = (
  transaction: Database,
  { workspaceId, id: actor }: Actor,
  action: `secret.${'created' | 'replaced' | 'deleted'}`,
  name: string,
): Promise<void> =>
  recordAudit(transaction, [
    { workspaceId, subjectType: 'workspace', subjectId: workspaceId, actor, action, metadata: { name } },
  ]);
