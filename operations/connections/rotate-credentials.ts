import { listTotpUnderOtherKeys, resealTotp } from '../../db/accounts/totp';
import type { Database } from '../../db/connection/pool';
import {
  keepCredentials,
  listUnderOtherKeys,
  lockConnection,
  type AdConnection,
} from '../../db/connections/connections';
import { listSecretsUnderOtherKeys, resealSecret } from '../../db/workspaces/workspace-secrets';
import {
  nonceLength,
  openCredentials,
  sealCredentials,
  type CredentialsOwner,
  type SealedCredentials,
} from '../../domain/connections/credentials-box';
import type { Context, SealingContext } from '../ports';

interface RotatedCredentials {
  rotated: number;
  /** Connections, secrets as `<workspaceId>/<name>`, and users with two-step verification, that none of the keys decrypts. */
  unopened: string[];
}

const pageSize = 200;

/**
 * Encrypts the credentials of every connection, the secrets of every workspace and those of two-step verification with the first of
 * CREDENTIALS_KEYS. Can be stopped and repeated, and can run while workers pull.
 */
export async function rotateCredentials({
  database,
  random,
  settings: { credentialsKeys: keys },
}: Pick<Context, 'database'> & SealingContext): Promise<RotatedCredentials> {
  const reseal = (owner: CredentialsOwner, sealed: SealedCredentials): SealedCredentials | null => {
    const text = openCredentials(keys, owner, sealed);
    return text === null ? null : sealCredentials(keys, owner, text, random.bytes(nonceLength));
  };
  const keyId = keys[0]?.id ?? '';
  const results = [
    await rotateConnections(database, keyId, reseal),
    await rotateSecrets(database, keyId, reseal),
    await rotateTotp(database, keyId, reseal),
  ];
  return {
    rotated: results.reduce((sum, { rotated }) => sum + rotated, 0),
    unopened: results.flatMap(({ unopened }) => unopened),
  };
}

/** Encrypts credentials with the first key. @returns null if no key decrypts them */
type Reseal = (owner: CredentialsOwner, sealed: SealedCredentials) => SealedCredentials | null;

async function rotateConnections(database: Database, keyId: string, reseal: Reseal): Promise<RotatedCredentials> {
  const result: RotatedCredentials = { rotated: 0, unopened: [] };
  for (let last = '', isMore = true; isMore;) {
    const page = await listUnderOtherKeys(database, keyId, last, pageSize);
    for (const { workspaceId, id } of page) {
      const isRotated = await rotateConnection(database, { workspaceId, id }, reseal);
      if (isRotated === true) result.rotated += 1;
      if (isRotated === false) result.unopened.push(id);
    }
    last = page.at(-1)?.id ?? last;
    isMore = page.length === pageSize;
  }
  return result;
}

/** @returns whether a key decrypts the credentials; null if the connection no longer exists */
const rotateConnection = (
  database: Database,
  { workspaceId, id }: Pick<AdConnection, 'workspaceId' | 'id'>,
  reseal: Reseal,
): Promise<boolean | null> =>
  database.transaction(async (transaction) => {
    const connection = await lockConnection(transaction, workspaceId, id);
    if (connection === null) return null;
    const sealed = reseal({ workspaceId, connectionId: id }, connection.credentials);
    return sealed !== null && keepCredentials(transaction, connection, sealed);
  });

async function rotateSecrets(database: Database, keyId: string, reseal: Reseal): Promise<RotatedCredentials> {
  const result: RotatedCredentials = { rotated: 0, unopened: [] };
  for (let last = { workspaceId: '', name: '' }, isMore = true; isMore;) {
    const page = await listSecretsUnderOtherKeys(database, keyId, last, pageSize);
    for (const secret of page) {
      const { workspaceId, name } = secret;
      const sealed = reseal({ workspaceId, secretName: name }, secret.sealed);
      if (sealed === null) result.unopened.push(`${workspaceId}/${name}`);
      else {
        await resealSecret(database, secret, sealed);
        result.rotated += 1;
      }
    }
    last = page.at(-1) ?? last;
    isMore = page.length === pageSize;
  }
  return result;
}

async function rotateTotp(database: Database, keyId: string, reseal: Reseal): Promise<RotatedCredentials> {
  const result: RotatedCredentials = { rotated: 0, unopened: [] };
  for (let last = '', isMore = true; isMore;) {
    const page = await listTotpUnderOtherKeys(database, keyId, last, pageSize);
    for (const totp of page) {
      const sealed = reseal({ totpUserId: totp.userId }, totp.sealed);
      if (sealed === null) result.unopened.push(totp.userId);
      else {
        await resealTotp(database, totp, sealed);
        result.rotated += 1;
      }
    }
    last = page.at(-1)?.userId ?? last;
    isMore = page.length === pageSize;
  }
  return result;
}
