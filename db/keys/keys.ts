import { createHmac, randomInt } from 'node:crypto';
import type { Role } from '../../domain/accounts/permissions';
import { formatApiKey, formatWorkspaceKey, type KeyKind } from '../../domain/keys/api-key';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import { newestPage, type IdPage } from '../connection/pages';
import { preparedAs, type Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';

/** Whom a key speaks for. `role` is that of the key's user; null for keys that are no user's. */
export interface KeyHolder {
  workspaceId: string;
  keyId: string;
  kind: KeyKind;
  userId: string | null;
  role: Role | null;
  /** Null for a key that does not expire. */
  expiresAt: Date | null;
  /** Whether the workspace is paused. */
  isPaused: boolean;
}

const base62Digits = (): number[] => Array.from({ length: 32 }, () => randomInt(62));

export const newWorkspaceKey = (): string => formatWorkspaceKey(base62Digits());

/** HMAC-SHA256 with the installation's pepper: what is stored in place of a key. */
export const hashKey = (pepper: string, key: string): Buffer => createHmac('sha256', pepper).update(key).digest();

/** Who minted a key: a user, or a key by its name. */
export interface KeyCreator {
  id: string;
  /** Null for a key. */
  email: string | null;
  name: string | null;
  /** Whether it is a user who is no member of the workspace any more. */
  removed: boolean;
}

/** A key as it is listed: never the key itself. */
export interface ApiKey {
  id: string;
  kind: KeyKind;
  prefix: string;
  last4: string;
  name: string;
  createdAt: Date;
  /** Null for keys that the installation made. */
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

/** What a key is minted with. */
export interface NewKey {
  workspaceId: string;
  kind: KeyKind;
  /** Whom a user key acts as. */
  userId?: string | null;
  name: string;
  /** The id of the user or key that mints it; null for the installation. */
  createdBy: string | null;
  expiresAt?: Date | null;
}

/** Mints a key. The answer is the only place where it is ever seen in clear. */
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

/** Keys that are not revoked, with who made them; expired ones, too. */
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

/** Which keys are listed, and which page of them. */
export interface KeyPage extends IdPage {
  /** Only keys that this user or key minted. */
  createdBy?: string | undefined;
  /** Only keys whose maker is no member any more, or only the others. */
  creatorRemoved?: boolean | undefined;
}

/** Keys of some kinds that are not revoked, newest first. @param page all of them when left out */
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

/** Revokes a key: every request looks it up. @returns whether there was one that was not revoked */
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

/** Revokes the keys that some keys made. @returns their ids */
export async function revokeKeysOf(
  transaction: Database,
  workspaceId: string,
  makerIds: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    transaction.raw(
      // In the order of ids, as the times of use are written: the two cannot deadlock.
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

/** Records when keys were last used, many in one statement. A later time that another process wrote stays. */
export async function recordKeyUse(database: Database, uses: readonly KeyUseTime[]): Promise<void> {
  if (uses.length === 0) return;
  await database.raw(
    // Locked in the order of ids, as revocations lock them: the two cannot deadlock.
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

/** The holder of a key that is neither revoked nor expired. */
export async function findKeyHolder(database: Database, pepper: string, rawKey: string): Promise<KeyHolder | null> {
  const [holder] = await rowsOf<KeyHolder>(
    database
      .raw(holderWhere('k.hash = ?'), [hashKey(pepper, rawKey)])
      // Prepared once for each connection: every request with a key sends this, and its plan costs more than its execution.
      .options(preparedAs(database, 'key-holder')),
  );
  return holder ?? null;
}

/** The holder of a key by its id; null if it is revoked or expired. */
export async function findKeyHolderById(
  database: Database,
  workspaceId: string,
  keyId: string,
): Promise<KeyHolder | null> {
  const named = database.raw(holderWhere('k.workspace_id = ? and k.id = ?'), [workspaceId, keyId]);
  const [holder] = await rowsOf<KeyHolder>(named);
  return holder ?? null;
}
