import { createHmac, randomInt } from 'node:crypto';
import type { Role } from '../../domain/accounts/permissions';
import { formatApiKey, formatWorkspaceKey, type KeyKind } from '../../domain/keys/api-key';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import { newestPage, type IdPage } from '../connection/pages';
import { preparedAs, type Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';

/** The holder of a key. `role` is that of the key's user; null for keys without a user. */
export interface KeyHolder {
  workspaceId: string;
  keyId: string;
  kind: KeyKind;
  userId: string | null;
  role: Role | null;
  /** Null for a key that does not expire. */
  expiresAt: Date | null;
  isPaused: boolean;
}

const base62Digits = (): number[] => Array.from({ length: 32 }, () => randomInt(62));

export const newWorkspaceKey = (): string => formatWorkspaceKey(base62Digits());

/** Computes the HMAC-SHA256 of a key with the installation's pepper, which is stored instead of the key. */
export const hashKey = (pepper: string, key: string): Buffer => createHmac('sha256', pepper).update(key).digest();

/** The creator of a key: a user, or a key with its name. */
export interface KeyCreator {
  id: string;
  /** Null for a key. */
  email: string | null;
  name: string | null;
  /** Whether it is a user who is no longer a member of the workspace. */
  removed: boolean;
}

/** A key as it is listed, without its secret value. */
export interface ApiKey {
  id: string;
  kind: KeyKind;
  prefix: string;
  last4: string;
  name: string;
  createdAt: Date;
  /** Null for keys that the installation created. */
  createdBy: KeyCreator | null;
  lastUsedAt: Date | null;
  /** Null for a key that does not expire. */
  expiresAt: Date | null;
}

type KeyColumns = Omit<ApiKey, 'createdBy'> & { createdBy: string | null };
type ApiKeyRow = KeyColumns & { creatorEmail: string | null; creatorName: string | null; removed: boolean };

const columns = columnsOf<KeyColumns>()(
  'id',
  'kind',
  'prefix',
  'last4',
  'name',
  'createdAt',
  'createdBy',
  'lastUsedAt',
  'expiresAt',
);

const fromRow = ({ creatorEmail: email, creatorName: name, removed, createdBy, ...row }: ApiKeyRow): ApiKey => ({
  ...row,
  createdBy: createdBy === null ? null : { id: createdBy, email, name, removed },
});

/** The properties of a new key. */
export interface NewKey {
  workspaceId: string;
  kind: KeyKind;
  /** The user that a user key acts as. */
  userId?: string | null;
  name: string;
  /** The id of the user or key that creates it; null for the installation. */
  createdBy: string | null;
  expiresAt?: Date | null;
}

/** Creates a key. Only this result ever contains it in plain text. */
export async function mintKey(
  database: Database,
  pepper: string,
  { workspaceId, kind, userId, name, createdBy, expiresAt }: NewKey,
): Promise<ApiKey & { rawKey: string }> {
  const rawKey = formatApiKey(kind, base62Digits());
  const id = newId('apiKey');
  await database('api_keys').insert({
    workspace_id: workspaceId,
    id,
    kind,
    user_id: userId ?? null,
    hash: hashKey(pepper, rawKey),
    prefix: rawKey.slice(0, 11),
    last4: rawKey.slice(-4),
    name,
    created_by: createdBy,
    expires_at: expiresAt ?? null,
  });
  const key = await findKey(database, workspaceId, [kind], id);
  if (key === null) throw new Error(`Key ${id} was revoked as it was minted.`);
  return { ...key, rawKey };
}

/** Selects keys that are not revoked, including expired ones, with their creators. */
const listed = (database: Database, workspaceId: string, kinds: readonly KeyKind[]) =>
  database('api_keys as k')
    .leftJoin('users as u', 'u.id', 'k.created_by')
    .leftJoin('members as m', (join) => join.on('m.workspace_id', 'k.workspace_id').andOn('m.user_id', 'u.id'))
    .leftJoin('api_keys as c', (join) => join.on('c.workspace_id', 'k.workspace_id').andOn('c.id', 'k.created_by'))
    .where('k.workspace_id', workspaceId)
    .whereIn('k.kind', [...kinds])
    .whereNull('k.revoked_at')
    .select(
      ...columns.map((column) => `k.${column}`),
      'u.email as creatorEmail',
      database.raw('coalesce(u.name, c.name) as "creatorName", u.id is not null and m.user_id is null as removed'),
    );

/** Filters and page of a list of keys. */
export interface KeyPage extends IdPage {
  /** Only keys that this user or key created. */
  createdBy?: string | undefined;
  /** True for only keys with a creator who is no longer a member, false for only the others. */
  creatorRemoved?: boolean | undefined;
}

/**
 * Lists keys of the given kinds that are not revoked, newest first.
 * @param page all keys by default
 */
export async function listKeys(
  database: Database,
  workspaceId: string,
  kinds: readonly KeyKind[],
  page: KeyPage = { limit: 10_000, before: null },
): Promise<ApiKey[]> {
  const { createdBy, creatorRemoved } = page;
  const query = newestPage(listed(database, workspaceId, kinds), page, 'k.id');
  if (createdBy !== undefined) query.where('k.created_by', createdBy);
  if (creatorRemoved !== undefined) {
    query.whereRaw('(u.id is not null and m.user_id is null) = ?', [creatorRemoved]);
  }
  return ((await query) as ApiKeyRow[]).map(fromRow);
}

export async function findKey(
  database: Database,
  workspaceId: string,
  kinds: readonly KeyKind[],
  id: string,
): Promise<ApiKey | null> {
  const row = (await listed(database, workspaceId, kinds).where('k.id', id).first()) as ApiKeyRow | undefined;
  return row === undefined ? null : fromRow(row);
}

export async function renameKey(database: Database, workspaceId: string, id: string, name: string): Promise<void> {
  await database('api_keys').where({ workspace_id: workspaceId, id }).update({ name });
}

/**
 * Revokes a key, effective immediately, because every request looks it up.
 * @returns false if it does not exist or was already revoked
 */
export async function revokeKey(
  database: Database,
  workspaceId: string,
  kinds: readonly KeyKind[],
  id: string,
): Promise<boolean> {
  const changed = await database('api_keys')
    .where({ workspace_id: workspaceId, id })
    .whereIn('kind', [...kinds])
    .whereNull('revoked_at')
    .update({ revoked_at: database.fn.now() });
  return changed > 0;
}

/**
 * Revokes the keys that the given keys created.
 * @returns their ids
 */
export async function revokeKeysOf(
  transaction: Database,
  workspaceId: string,
  makerIds: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    transaction.raw(
      // Lock in the order of ids, like updates of the last use, to prevent deadlocks.
      `with made as (
         select workspace_id, id from api_keys
          where workspace_id = :workspaceId and created_by = any (:makerIds) and revoked_at is null order by id for update
       )
       update api_keys k set revoked_at = now() from made where k.workspace_id = made.workspace_id and k.id = made.id
       returning k.id`,
      { workspaceId, makerIds: [...makerIds] },
    ),
  );
  return rows.map(({ id }) => id).sort();
}

export interface KeyUseTime {
  workspaceId: string;
  keyId: string;
  at: Date;
}

/** Records when keys were last used, many in one statement. Keeps a later time that another process recorded. */
export async function recordKeyUse(database: Database, uses: readonly KeyUseTime[]): Promise<void> {
  if (uses.length === 0) return;
  await database.raw(
    // Lock in the order of ids, like revocations, to prevent deadlocks.
    `update api_keys k set last_used_at = greatest(k.last_used_at, used.used_at)
       from (
         select m.workspace_id, m.id, u.used_at from api_keys m
           join unnest(?::text[], ?::text[], ?::timestamptz[]) as u (workspace_id, id, used_at)
             on m.workspace_id = u.workspace_id and m.id = u.id
          order by m.id for no key update of m
       ) used
      where k.workspace_id = used.workspace_id and k.id = used.id`,
    [uses.map((use) => use.workspaceId), uses.map((use) => use.keyId), uses.map((use) => use.at.toISOString())],
  );
}

const holderWhere = (condition: string): string => `
  select k.workspace_id as "workspaceId", k.id as "keyId", k.kind, k.user_id as "userId", m.role,
         k.expires_at as "expiresAt", w.paused_at is not null as "isPaused"
    from api_keys k
    join workspaces w on w.id = k.workspace_id
    left join members m on m.workspace_id = k.workspace_id and m.user_id = k.user_id
   where ${condition} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`;

/** Finds the holder of a key. Returns null if the key is unknown, revoked or expired. */
export async function findKeyHolder(database: Database, pepper: string, rawKey: string): Promise<KeyHolder | null> {
  const [holder] = await rowsOf<KeyHolder>(
    database
      .raw(holderWhere('k.hash = ?'), [hashKey(pepper, rawKey)])
      // Prepared once per connection: every request with a key runs it, and planning costs more than execution.
      .options(preparedAs(database, 'key-holder')),
  );
  return holder ?? null;
}

/** Checks whether a key is valid except that it has expired. */
export async function isExpiredKey(database: Database, pepper: string, rawKey: string): Promise<boolean> {
  const found = await database('api_keys')
    .where({ hash: hashKey(pepper, rawKey) })
    .whereNull('revoked_at')
    .where('expires_at', '<=', database.fn.now())
    .first('id');
  return found !== undefined;
}

/** Finds the holder of a key by its id. Returns null if the key is revoked or expired. */
export async function findKeyHolderById(
  database: Database,
  workspaceId: string,
  keyId: string,
): Promise<KeyHolder | null> {
  const named = database.raw(holderWhere('k.workspace_id = ? and k.id = ?'), [workspaceId, keyId]);
  const [holder] = await rowsOf<KeyHolder>(named);
  return holder ?? null;
}
