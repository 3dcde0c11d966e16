import type { Role } from '../../domain/accounts/permissions';
import { newId } from '../connection/ids';
import { newestPage, type IdPage } from '../connection/pages';
import type { Database } from '../connection/pool';

/**
 * Sessions of users. The cookie contains a session id; each request reads from here whether the session is valid, and
 * its role.
 */
export interface Session {
  id: string;
  workspaceId: string;
  role: Role;
  user: { id: string; email: string; name: string | null };
  expiresAt: Date;
  isPaused: boolean;
}

type SessionRow = Omit<Session, 'user'> & { userId: string; email: string; name: string | null };

const fromRow = ({ userId, email, name, ...row }: SessionRow): Session => ({
  ...row,
  user: { id: userId, email, name },
});

/**
 * Finds a session. Returns null if it was revoked or has expired, the password was changed since, or the user is no
 * longer a member.
 */
export async function findSession(database: Database, id: string): Promise<Session | null> {
  const row = await database('sessions as s')
    .join('users as u', 'u.id', 's.user_id')
    .join('workspaces as w', 'w.id', 's.workspace_id')
    .join('members as m', (join) => join.on('m.workspace_id', 's.workspace_id').andOn('m.user_id', 's.user_id'))
    .where('s.id', id)
    .whereNull('s.revoked_at')
    .where('s.expires_at', '>', database.fn.now())
    .whereRaw('s.epoch = u.session_epoch')
    .first<SessionRow | undefined>(
      's.id',
      's.workspace_id as workspaceId',
      's.user_id as userId',
      's.expires_at as expiresAt',
      'm.role',
      'u.email',
      'u.name',
      database.raw('w.paused_at is not null as "isPaused"'),
    );
  return row === undefined ? null : fromRow(row);
}

/**
 * Stores a session of a member.
 * @returns its id
 */
export async function insertSession(
  database: Database,
  session: { userId: string; workspaceId: string; epoch: number; expiresAt: Date; userAgent: string },
): Promise<string> {
  const id = newId('session');
  await database('sessions').insert({
    id,
    user_id: session.userId,
    workspace_id: session.workspaceId,
    epoch: session.epoch,
    expires_at: session.expiresAt,
    user_agent: session.userAgent,
  });
  return id;
}

export async function revokeSession(database: Database, id: string): Promise<void> {
  await database('sessions').where({ id }).whereNull('revoked_at').update({ revoked_at: database.fn.now() });
}

/** An active session as its person sees it. */
export interface ListedSession {
  id: string;
  workspaceId: string;
  createdAt: Date;
  lastUsedAt: Date;
  userAgent: string | null;
  expiresAt: Date;
}

/** Selects the active sessions of a user, in all workspaces. */
const active = (database: Database, userId: string) =>
  database('sessions as s')
    .join('users as u', 'u.id', 's.user_id')
    .where('s.user_id', userId)
    .whereNull('s.revoked_at')
    .where('s.expires_at', '>', database.fn.now())
    .whereRaw('s.epoch = u.session_epoch')
    .select(
      's.id',
      's.workspace_id as workspaceId',
      's.created_at as createdAt',
      's.user_agent as userAgent',
      's.expires_at as expiresAt',
      database.raw('coalesce(s.last_used_at, s.created_at) as "lastUsedAt"'),
    );

/** Lists the active sessions of a user, newest first. */
export async function listActiveSessions(database: Database, userId: string, page: IdPage): Promise<ListedSession[]> {
  return (await newestPage(active(database, userId), page, 's.id')) as ListedSession[];
}

/** Finds an active session of a user. */
export async function findActiveSession(database: Database, userId: string, id: string): Promise<ListedSession | null> {
  return ((await active(database, userId).where('s.id', id).first()) as ListedSession | undefined) ?? null;
}

/**
 * Ends the sessions of a user, except one.
 * @returns how many were active
 */
export async function revokeOtherSessions(database: Database, userId: string, keptId: string): Promise<number> {
  const others = active(database, userId).whereNot('s.id', keptId).clearSelect().select('s.id');
  return database('sessions').whereIn('id', others).update({ revoked_at: database.fn.now() });
}

export interface SessionUseTime {
  sessionId: string;
  at: Date;
}

/** Records when sessions were last used, many in one statement. Keeps a later time that another process recorded. */
export async function recordSessionUse(database: Database, uses: readonly SessionUseTime[]): Promise<void> {
  if (uses.length === 0) return;
  await database.raw(
    // Lock in the order of ids, to prevent deadlocks between processes.
    `update sessions s set last_used_at = greatest(s.last_used_at, used.used_at)
       from (
         select m.id, u.used_at from sessions m join unnest(?::text[], ?::timestamptz[]) as u (id, used_at) on m.id = u.id
          order by m.id for no key update of m
       ) used
      where s.id = used.id`,
    [uses.map((use) => use.sessionId), uses.map((use) => use.at.toISOString())],
  );
}
