import { findMember, findUser } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { revokeSession, type Session } from '../../db/accounts/sessions';
import { notFound, unauthorized } from '../../domain/errors';
import { openSession } from './open-session';

/**
 * Opens a session of the same person in another workspace of theirs, and ends the one that they come from. Safe to repeat: each
 * time leaves one session.
 * @throws AppError NOT_FOUND for a workspace that they are no member of, as for one that does not exist
 */
export async function switchWorkspace(
  database: Database,
  { userId, sessionId }: { userId: string | null; sessionId: string | null },
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<Session> {
  return database.transaction(async (transaction) => {
    const user = await findUser(transaction, { id: userId ?? '' });
    if (user === null) throw unauthorized('The account no longer exists.');
    if ((await findMember(transaction, workspaceId, user.id)) === null) throw notFound('Workspace', workspaceId);
    const session = await openSession(transaction, user, workspaceId, now);
    await revokeSession(transaction, sessionId ?? '');
    return session;
  });
}
