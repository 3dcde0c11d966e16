import { randomBytes } from 'node:crypto';
import type { Database } from '../db/connection';
import { keepCredentials, listUnderOtherKeys, lockConnection } from '../db/connections';
import { openCredentials, sealCredentials, type CredentialsKey } from '../domain/connections/credentials-box';

export interface RotatedCredentials {
  rotated: number;
  /** Connections whose key is not among those given. */
  unopened: string[];
}

const pageSize = 200;

/** Puts the credentials of every connection under the first key. May be stopped and repeated, and run while workers pull. */
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
  return result;
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
