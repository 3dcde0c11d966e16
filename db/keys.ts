import { createHmac, randomInt } from 'node:crypto';
import type { Role } from '../domain/accounts/permissions';
import { formatApiKey, formatWorkspaceKey, type KeyKind } from '../domain/keys/api-key';
import { newId, rowsOf, type Database } from './connection';

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

/** A key as it is listed: never the key itself. */
export interface ApiKey {
  id: string;
  kind: KeyKind;
  prefix: string;
  last4: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

interface ApiKeyRow {
  id: string;
  kind: KeyKind;
  prefix: string;
  last4: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

const listed = ['id', 'kind', 'prefix', 'last4', 'name', 'created_at', 'last_used_at'];

const fromRow = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  kind: row.kind,
  prefix: row.prefix,
  last4: row.last4,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

/** Mints a key. The answer is the only place where it is ever seen in clear. */
export async function mintKey(
  database: Database,
  pepper: string,
  owner: { workspaceId: string; kind: KeyKind; userId?: string; name: string },
): Promise<ApiKey & { rawKey: string }> {
  const rawKey = formatApiKey(owner.kind, base62Digits());
  const rows = await database('api_keys')
    .insert({
      workspace_id: owner.workspaceId,
      id: newId('apiKey'),
      kind: owner.kind,
      user_id: owner.userId ?? null,
      hash: hashKey(pepper, rawKey),
      prefix: rawKey.slice(0, 11),
      last4: rawKey.slice(-4),
      name: owner.name,
    })
    .returning<ApiKeyRow[]>(listed);
  return { ...fromRow(rows[0] as ApiKeyRow), rawKey };
}

const standing = (database: Database, workspaceId: string, kinds: readonly KeyKind[]) =>
  database('api_keys')
    .where({ workspace_id: workspaceId })
    .whereIn('kind', [...kinds])
    .whereNull('revoked_at');

/** Keys of some kinds that are not revoked, newest first. @param page all of them when left out */
export async function listKeys(
  database: Database,
  workspaceId: string,
  kinds: readonly KeyKind[],
  page: { limit: number; before: string | null } = { limit: 10_000, before: null },
): Promise<ApiKey[]> {
  const query = standing(database, workspaceId, kinds).orderBy('id', 'desc').limit(page.limit);
  if (page.before !== null) query.where('id', '<', page.before);
  return (await query.select<ApiKeyRow[]>(listed)).map(fromRow);
}

export async function findKey(
  database: Database,
  workspaceId: string,
  kinds: readonly KeyKind[],
  id: string,
): Promise<ApiKey | null> {
  const row = await standing(database, workspaceId, kinds).where({ id }).first<ApiKeyRow | undefined>(listed);
  return row === undefined ? null : fromRow(row);
}

export async function renameKey(database: Database, workspaceId: string, id: string, name: string): Promise<void> {
  await database('api_keys').where({ workspace_id: workspaceId, id }).update({ name });
}

/** Revokes a key from now on: every request asks anew. @returns whether there was one that stood */
export async function revokeKey(
  database: Database,
  workspaceId: string,
  kinds: readonly KeyKind[],
  id: string,
): Promise<boolean> {
  const changed = await standing(database, workspaceId, kinds).where({ id }).update({ revoked_at: database.fn.now() });
  return changed > 0;
}

/** Records when keys were last used, many in one statement. A later time that another process wrote stays. */
export async function recordKeyUse(database: Database, uses: ReadonlyMap<string, Date>): Promise<void> {
  if (uses.size === 0) return;
  await database.raw(
    `update api_keys k set last_used_at = greatest(k.last_used_at, u.used_at)
       from unnest(?::text[], ?::timestamptz[]) as u (id, used_at) where k.id = u.id`,
    [[...uses.keys()], [...uses.values()].map((time) => time.toISOString())],
  );
}

const holderOfHash = `
  select k.workspace_id, k.id, k.kind, k.user_id, m.role
    from api_keys k
    left join members m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
   where k.hash = ? and k.revoked_at is null`;

/** The holder of a key that is not revoked. */
export async function findKeyHolder(database: Database, pepper: string, rawKey: string): Promise<KeyHolder | null> {
  const [row] = await rowsOf<KeyHolderRow>(
    database
      .raw(holderOfHash, [hashKey(pepper, rawKey)])
      // Prepared once for each connection: every request with a key asks this, and its plan costs more than its answer.
      .options({ name: 'key-holder' }),
  );
  if (row === undefined) return null;
  const { workspace_id: workspaceId, id: keyId, kind, user_id: userId, role } = row;
  return { workspaceId, keyId, kind, userId, role };
}
