import { createHmac, randomInt } from 'node:crypto';
import type { Role } from '../domain/accounts/permissions';
import { formatApiKey, formatWorkspaceKey, type KeyKind } from '../domain/keys/api-key';
import { newId, type Database } from './connection';

/** Whom a key speaks for. `role` is that of the key's user; null for keys that are no user's. */
export interface KeyHolder {
  workspaceId: string;
  keyId: string;
  kind: KeyKind;
  userId: string | null;
  role: Role | null;
}

interface KeyHolderRow {
  workspace_id: string;
  id: string;
  kind: KeyKind;
  user_id: string | null;
  role: Role | null;
}

const base62Digits = (): number[] => Array.from({ length: 32 }, () => randomInt(62));

export const newWorkspaceKey = (): string => formatWorkspaceKey(base62Digits());

/** HMAC-SHA256 with the installation's pepper: what is stored in place of a key. */
export const hashKey = (pepper: string, key: string): Buffer => createHmac('sha256', pepper).update(key).digest();

/** Mints a key. The answer is the only place where it is ever seen in clear. */
export async function mintKey(
  database: Database,
  pepper: string,
  owner: { workspaceId: string; kind: KeyKind; userId?: string; name: string },
): Promise<{ id: string; rawKey: string }> {
  const rawKey = formatApiKey(owner.kind, base62Digits());
  const id = newId('apiKey');
  await database('api_keys').insert({
    workspace_id: owner.workspaceId,
    id,
    kind: owner.kind,
    user_id: owner.userId ?? null,
    hash: hashKey(pepper, rawKey),
    prefix: rawKey.slice(0, 11),
    last4: rawKey.slice(-4),
    name: owner.name,
  });
  return { id, rawKey };
}

/** The holder of a key that is not revoked. */
export async function findKeyHolder(database: Database, pepper: string, rawKey: string): Promise<KeyHolder | null> {
  const row = await database('api_keys as k')
    .leftJoin('members as m', (join) => join.on('m.workspace_id', 'k.workspace_id').andOn('m.user_id', 'k.user_id'))
    .select('k.workspace_id', 'k.id', 'k.kind', 'k.user_id', 'm.role')
    .where('k.hash', hashKey(pepper, rawKey))
    .whereNull('k.revoked_at')
    .first<KeyHolderRow | undefined>();
  if (row === undefined) return null;
  return { workspaceId: row.workspace_id, keyId: row.id, kind: row.kind, userId: row.user_id, role: row.role };
}
