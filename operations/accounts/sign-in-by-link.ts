import { findFirstWorkspaceId } from '../../db/accounts/accounts';
import type { Session } from '../../db/accounts/sessions';
import { findSignInLinkState, useSignInLink } from '../../db/accounts/sign-in-links';
import type { Database } from '../../db/connection/pool';
import { AppError } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { openSession } from './open-session';

/**
 * Uses a sign-in link up and opens a session in the person's first workspace.
 * @throws AppError NOT_FOUND for a link that is unknown, was used or has expired
 */
export function signInByLink(database: Database, token: string, now: Date): Promise<Session> {
  return database.transaction(async (transaction) => {
    const user = await useSignInLink(transaction, token);
    const workspaceId = user === null ? null : await findFirstWorkspaceId(transaction, user.id);
    if (user === null || workspaceId === null) throw goneLink[await findSignInLinkState(transaction, token)]();
    const session = await openSession(transaction, user, workspaceId, now);
    const metadata = { memberId: user.id };
    await recordAct(transaction, { workspaceId, id: user.id }, 'member.signed_in_by_link', { metadata });
    return session;
  });
}

const gone = (reason: string) => () =>
  new AppError('NOT_FOUND', `${reason} Create a new link with "npm run sign-in-link", or sign in with your password.`);

const goneLink = {
  unknown: gone('This sign-in link is incomplete or does not exist.'),
  used: gone('This sign-in link was already used. A link works once.'),
  expired: gone('This sign-in link has expired. A link is valid for 15 minutes.'),
};
