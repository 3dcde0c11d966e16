import { findMember, findUser, type User } from '../../db/accounts/accounts';
import { findSession, insertSession, revokeSession, type Session } from '../../db/accounts/sessions';
import { setStartChosen } from '../../db/reports/session-workspaces';
import { notFound, unauthorized } from '../../domain/errors';
import type { Context } from '../ports';

const sessionDays = 7;

/** Opens a session of a member. @throws AppError UNAUTHORIZED if the person is no longer a member */
export async function openSession(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { id: userId, sessionEpoch: epoch }: Pick<User, 'id' | 'sessionEpoch'>,
  workspaceId: string,
): Promise<Session> {
  const expiresAt = new Date(clock.now().getTime() + sessionDays * 86_400_000);
  const id = await insertSession(database, { userId, workspaceId, epoch, expiresAt });
  const session = await findSession(database, id);
  if (session === null) throw unauthorized('You lost access to the workspace while you were signing in.');
  return session;
}

/**
 * Opens a session of the same person in another of their workspaces and ends the current one. Safe to repeat: one
 * session remains.
 * @throws AppError UNAUTHORIZED if the account no longer exists; NOT_FOUND if the person is not a member of the
 * workspace, or it does not exist
 */
export async function switchWorkspace(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { userId, sessionId }: { userId: string | null; sessionId: string | null },
  workspaceId: string,
): Promise<Session> {
  return database.transaction(async (transaction) => {
    const user = await findUser(transaction, { id: userId ?? '' });
    if (user === null) throw unauthorized('The account no longer exists.');
    if ((await findMember(transaction, workspaceId, user.id)) === null) throw notFound('Workspace', workspaceId);
    const session = await openSession({ database: transaction, clock }, user, workspaceId);
    await revokeSession(transaction, sessionId ?? '');
    return session;
  });
}

/** Ends a session. Safe to repeat. */
export const signOut = ({ database }: Pick<Context, 'database'>, sessionId: string): Promise<void> =>
  revokeSession(database, sessionId);

/** Records that a person chose where to start, in all their workspaces. */
export const recordStartChoice = ({ database }: Pick<Context, 'database'>, userId: string): Promise<void> =>
  setStartChosen(database, userId);
