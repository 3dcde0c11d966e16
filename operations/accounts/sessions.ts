import { findMember, findUser, type User } from '../../db/accounts/accounts';
import {
  findActiveSession,
  findSession,
  insertSession,
  revokeOtherSessions,
  revokeSession,
  type Session,
} from '../../db/accounts/sessions';
import { setStartChosen } from '../../db/reports/session-workspaces';
import type { Actor } from '../../domain/accounts/actor';
import { AppError, notFound, unauthorized } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

const sessionDays = 7;
/** Longer ones are cut: a header can be much longer than any browser's. */
const maxUserAgent = 300;

/** The program of a caller. */
export interface Client {
  /** The header `User-Agent`. */
  userAgent: string;
}

/** Opens a session of a member. @throws AppError UNAUTHORIZED if the person is no longer a member */
export async function openSession(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { id: userId, sessionEpoch: epoch }: Pick<User, 'id' | 'sessionEpoch'>,
  { workspaceId, userAgent }: Client & { workspaceId: string },
): Promise<Session> {
  const expiresAt = new Date(clock.now().getTime() + sessionDays * 86_400_000);
  const agent = userAgent.slice(0, maxUserAgent);
  const id = await insertSession(database, { userId, workspaceId, epoch, expiresAt, userAgent: agent });
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
  { workspaceId, userAgent }: Client & { workspaceId: string },
): Promise<Session> {
  return database.transaction(async (transaction) => {
    const user = await findUser(transaction, { id: userId ?? '' });
    if (user === null) throw unauthorized('The account no longer exists.');
    if ((await findMember(transaction, workspaceId, user.id)) === null) throw notFound('Workspace', workspaceId);
    const session = await openSession({ database: transaction, clock }, user, { workspaceId, userAgent });
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

/**
 * Ends one session of a person.
 * @throws AppError NOT_FOUND for a session that is not active or not theirs
 */
export async function endSession(
  { database }: Pick<Context, 'database'>,
  { workspaceId, userId }: Pick<Actor, 'workspaceId'> & { userId: string },
  id: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if ((await findActiveSession(transaction, userId, id)) === null) throw goneSession(id);
    await revokeSession(transaction, id);
    await recordAct(transaction, { workspaceId, id: userId }, 'member.session_ended', { metadata: { sessionId: id } });
  });
}

/** Ends all sessions of a person, except the current one. @returns how many */
export function endOtherSessions(
  { database }: Pick<Context, 'database'>,
  { workspaceId, userId, sessionId }: Pick<Actor, 'workspaceId'> & { userId: string; sessionId: string },
): Promise<number> {
  return database.transaction(async (transaction) => {
    const ended = await revokeOtherSessions(transaction, userId, sessionId);
    if (ended > 0) {
      await recordAct(transaction, { workspaceId, id: userId }, 'member.sessions_ended', { metadata: { ended } });
    }
    return ended;
  });
}

export const goneSession = (id: string): AppError =>
  new AppError('NOT_FOUND', `Session "${id}" does not exist or has ended.`);
