import type { User } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { findSession, insertSession, type Session } from '../../db/accounts/sessions';
import { unauthorized } from '../../domain/errors';

const sessionDays = 7;

/** Opens a session of a member. @throws AppError UNAUTHORIZED for a person who is no member any more */
export async function openSession(
  database: Database,
  { id: userId, sessionEpoch: epoch }: Pick<User, 'id' | 'sessionEpoch'>,
  workspaceId: string,
  now: Date,
): Promise<Session> {
  const expiresAt = new Date(now.getTime() + sessionDays * 86_400_000);
  const id = await insertSession(database, { userId, workspaceId, epoch, expiresAt });
  const session = await findSession(database, id);
  if (session === null) throw unauthorized('You lost access to the workspace while you were signing in.');
  return session;
}
