import {
  deleteSecret as deleteRow,
  lockSecrets,
  putSecret as putRow,
  type WorkspaceSecret,
} from '../../db/workspaces/workspace-secrets';
import type { Actor } from '../../domain/accounts/actor';
import { sealCredentials, type Sealing } from '../../domain/connections/credentials-box';
import { AppError, conflict, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

const maxSecrets = 100;

/**
 * Creates or replaces a secret, encrypted with the first of CREDENTIALS_KEYS. Later webhook calls use the new value.
 * @throws AppError SERVICE_UNAVAILABLE without such keys, CONFLICT above 100 secrets
 */
export function putSecret(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  { name, value }: { name: string; value: string },
  { credentialsKeys, nonce }: Sealing,
): Promise<WorkspaceSecret> {
  const { workspaceId } = actor;
  if (credentialsKeys.length === 0) {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'This installation cannot store secrets. The operator must set CREDENTIALS_KEYS.',
    );
  }
  const sealed = sealCredentials(credentialsKeys, { workspaceId, secretName: name }, value, nonce);
  return database.transaction(async (transaction) => {
    const names = await lockSecrets(transaction, workspaceId);
    const exists = names.has(name);
    if (!exists && names.size >= maxSecrets)
      throw conflict(`A workspace can have at most ${maxSecrets} secrets. Delete one first.`);
    const secret = await putRow(transaction, { workspaceId, name }, sealed);
    await recordAct(transaction, actor, exists ? 'secret.replaced' : 'secret.created', { metadata: { name } });
    return secret;
  });
}

/** Deletes a secret. Steps that use it fail from then on. @throws AppError NOT_FOUND */
export function deleteSecret({ database }: Pick<Context, 'database'>, actor: Actor, name: string): Promise<void> {
  return database.transaction(async (transaction) => {
    if (!(await deleteRow(transaction, actor.workspaceId, name))) throw notFound('Secret', name);
    await recordAct(transaction, actor, 'secret.deleted', { metadata: { name } });
  });
}
