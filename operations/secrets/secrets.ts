import {
  deleteSecret as deleteRow,
  lockSecrets,
  putSecret as putRow,
  type WorkspaceSecret,
} from '../../db/workspaces/workspace-secrets';
import type { Actor } from '../../domain/accounts/actor';
import { nonceLength, sealCredentials } from '../../domain/connections/credentials-box';
import { AppError, conflict, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context, SealingContext } from '../ports';

const maxSecrets = 100;

/**
 * Creates or replaces a secret, encrypted with the first of CREDENTIALS_KEYS. Later webhook calls use the new value.
 * @throws AppError SERVICE_UNAVAILABLE without such keys, CONFLICT above 100 secrets
 */
export function putSecret(
  { database, random, settings: { credentialsKeys } }: Pick<Context, 'database'> & SealingContext,
  actor: Actor,
  { name, value }: { name: string; value: string },
): Promise<WorkspaceSecret> {
  const { workspaceId } = actor;
  if (credentialsKeys.length === 0) {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'This installation cannot store secrets. The operator must set CREDENTIALS_KEYS.',
    );
  }
  const owner = { workspaceId, secretName: name };
  const sealed = sealCredentials(credentialsKeys, owner, value, random.bytes(nonceLength));
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
