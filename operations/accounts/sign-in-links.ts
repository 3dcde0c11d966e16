import { findFirstWorkspaceId, findUser } from '../../db/accounts/accounts';
import type { Session } from '../../db/accounts/sessions';
import { findSignInLinkState, insertSignInLink, useSignInLink } from '../../db/accounts/sign-in-links';
import { signInLinkMinutes } from '../../domain/accounts/sign-in-link';
import { AppError } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { openSession, type Client } from './sessions';
import type { Context } from '../ports';

/**
 * Creates a link for the operator of the installation that signs in to the account of an address once.
 * @returns its token
 * @throws AppError NOT_FOUND for an address without an account, or an account without a workspace
 */
export function createSignInLink(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  email: string,
): Promise<string> {
  return database.transaction(async (transaction) => {
    const user = await findUser(transaction, { email });
    const workspaceId = user === null ? null : await findFirstWorkspaceId(transaction, user.id);
    if (user === null || workspaceId === null) {
      throw new AppError('NOT_FOUND', `No member of a workspace has the email ${email}.`);
    }
    const expiresAt = new Date(clock.now().getTime() + signInLinkMinutes * 60_000);
    const token = await insertSignInLink(transaction, user, expiresAt);
    const metadata = { memberId: user.id };
    await recordAct(transaction, { workspaceId, id: 'system' }, 'member.sign_in_link_created', { metadata });
    return token;
  });
}

/**
 * Uses a sign-in link and opens a session in the person's first workspace. Needs no second step: only the operator creates
 * links, and can remove the second step as well.
 * @throws AppError NOT_FOUND if the link is unknown, was used or has expired
 */
export function signInByLink(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  token: string,
  { userAgent }: Client,
): Promise<Session> {
  return database.transaction(async (transaction) => {
    const user = await useSignInLink(transaction, token);
    const workspaceId = user === null ? null : await findFirstWorkspaceId(transaction, user.id);
    if (user === null || workspaceId === null) throw goneLink[await findSignInLinkState(transaction, token)]();
    const session = await openSession({ database: transaction, clock }, user, { workspaceId, userAgent });
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
