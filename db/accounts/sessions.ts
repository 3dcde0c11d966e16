import type { Role } from '../../domain/accounts/permissions';
import { newId } from '../connection/ids';
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
  session: { userId: string; workspaceId: string; epoch: number; expiresAt: Date },
): Promise<string> {
  const id = newId('session');
  await database('sessions').insert({
    id,
    user_id: session.userId,
    workspace_id: session.workspaceId,
    epoch: session.epoch,
    expires_at: session.expiresAt,
  });
  return id;
}

export async function revokeSession(database: Database, id: string): Promise<void> {
  await database('sessions').where({ id }).whereNull('revoked_at').update({ revoked_at: database.fn.now() });
}
