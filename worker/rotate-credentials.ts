import { randomBytes } from 'node:crypto';
import type { Database } from '../db/connection';
import { keepCredentials, listUnderOtherKeys, lockConnection } from '../db/connections';
import { listSecretsUnderOtherKeys, resealSecret } from '../db/workspace-secrets';
import { openCredentials, sealCredentials, type CredentialsKey } from '../domain/connections/credentials-box';

export interface RotatedCredentials {
  rotated: number;
  /** Connections, and secrets as `<workspaceId>/<name>`, whose key is not among those given. */
  unopened: string[];
}

const pageSize = 200;

/** Puts the credentials of every connection and the secrets of every workspace under the first key. May be stopped and repeated, and run while workers pull. */
export async function rotateCredentials(
  database: Database,
  keys: readonly CredentialsKey[],
): Promise<RotatedCredentials> {
  const result: RotatedCredentials = { rotated: 0, unopened: [] };
  const keyId = keys[0]?.id ?? '';
  for (let last = '', isMore = true; isMore;) {
    const page = await listUnderOtherKeys(database, keyId, last, pageSize);
    for (const { workspaceId, id } of page) {
      const done = await rotateOne(database, keys, workspaceId, id);
      if (done) result.rotated += 1;
      else result.unopened.push(id);
    }
    last = page.at(-1)?.id ?? last;
    isMore = page.length === pageSize;
  }
  await rotateSecrets(database, keys, result);
  return result;
}

async function rotateSecrets(
  database: Database,
  keys: readonly CredentialsKey[],
  result: RotatedCredentials,
): Promise<void> {
  const keyId = keys[0]?.id ?? '';
  for (let last = { workspaceId: '', name: '' }, isMore = true; isMore;) {
    const page = await listSecretsUnderOtherKeys(database, keyId, last, pageSize);
    for (const secret of page) {
      const owner = { workspaceId: secret.workspaceId, secretName: secret.name };
      const text = openCredentials(keys, owner, secret.sealed);
      if (text === null) result.unopened.push(`${secret.workspaceId}/${secret.name}`);
      else {
        await resealSecret(database, secret, sealCredentials(keys, owner, text, randomBytes(12)));
        result.rotated += 1;
      }
    }
    last = page.at(-1) ?? last;
    isMore = page.length === pageSize;
  }
}

const rotateOne = (
  database: Database,
  keys: readonly CredentialsKey[],
  workspaceId: string,
  id: string,
): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const connection = await lockConnection(transaction, workspaceId, id);
    if (connection === null) return true;
    const owner = { workspaceId, connectionId: id };
    const text = openCredentials(keys, owner, connection.credentials);
    if (text === null) return false;
    return keepCredentials(transaction, connection, sealCredentials(keys, owner, text, randomBytes(12)));
  });
