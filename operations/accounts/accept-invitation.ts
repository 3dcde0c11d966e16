import {
  changePassword,
  findUser,
  insertMember,
  insertUser,
  lockMembership,
  type User,
} from '../../db/accounts/accounts';
import { acceptInvitation as acceptRow, findInvitation } from '../../db/accounts/invitations';
import type { Session } from '../../db/accounts/sessions';
import { newId } from '../../db/connection/ids';
import type { Database } from '../../db/connection/pool';
import { queueNotice } from '../../db/notices/notices';
import { readInvitationToken } from '../../domain/accounts/invitation-token';
import { mayAssign } from '../../domain/accounts/permissions';
import { AppError, unauthorized } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context, Settings } from '../ports';
import { findRights } from './rights';
import { checkSecondStep } from './second-step';
import { openSession, type Client } from './sessions';

type Acceptance = Pick<Context, 'database' | 'passwords' | 'signIns' | 'clock'> & {
  settings: Pick<Settings, 'linkSecret' | 'credentialsKeys'>;
};

interface Given {
  token: string;
  password: string;
  /** Of a person without an account. */
  name?: string | null | undefined;
  /** A code of two-step verification, or a recovery code. */
  totp?: string | undefined;
}

/**
 * Accepts an invitation: makes the person a member and signs them in. A person without an account sets a password; a person with
 * one enters it, and a code if two-step verification is on: the invitation may come from someone who knows only the password.
 * @throws AppError NOT_FOUND for an invitation that does not exist, was accepted or has expired, or if its creator may no longer
 * give its role; UNAUTHORIZED for a wrong password; RATE_LIMITED
 */
export async function acceptInvitation(
  context: Acceptance,
  given: Given,
  { address, userAgent }: Client & { address: string },
): Promise<Session> {
  const { database, settings, clock } = context;
  const invited = readInvitationToken(settings.linkSecret, given.token);
  const invitation =
    invited === null ? null : await findInvitation(database, invited.workspaceId, invited.invitationId);
  if (invitation === null || invitation.acceptedAt !== null || invitation.expiresAt < clock.now())
    throw goneInvitation();
  const { email } = invitation;
  const account = await findUser(database, { email });
  const passwordHash = await authenticate(context, { email, address }, account, given);
  const user = account ?? { id: newId('user'), email, name: given.name ?? null, passwordHash, sessionEpoch: 0 };
  const joining = { invitation, user, isNew: account === null, passwordHash };
  const member = await database.transaction((transaction) => join(transaction, joining));
  return openSession(context, member, { workspaceId: invitation.workspaceId, userAgent });
}

/** @returns the hash of the account's password, or of the given one for an account without a password */
async function authenticate(
  context: Acceptance,
  attempt: { email: string; address: string },
  account: User | null,
  { password, totp }: Given,
): Promise<string> {
  const { passwords, signIns } = context;
  if (account === null) return passwords.hash(password);
  await signIns.countSignIn(attempt);
  const { id: userId, passwordHash } = account;
  if (passwordHash !== null && !(await passwords.matches(password, passwordHash))) {
    throw unauthorized('You already have an account with this email. Enter its password to accept.');
  }
  await checkSecondStep(context, { userId, attempt }, totp);
  await signIns.forgiveSignIn(attempt);
  return passwordHash ?? passwords.hash(password);
}

interface Joining {
  invitation: { workspaceId: string; id: string };
  user: User;
  /** Whether the account has to be created. */
  isNew: boolean;
  passwordHash: string;
}

/** @returns the user after the change of password, if there is one */
async function join(
  transaction: Database,
  { invitation: { workspaceId, id: invitationId }, user, isNew, passwordHash }: Joining,
): Promise<Pick<User, 'id' | 'sessionEpoch'>> {
  // First, as in changes and withdrawals of invitations.
  await lockMembership(transaction, workspaceId);
  // Of two concurrent acceptances, the second finds the invitation used. The role may have changed during the password check.
  const given = await acceptRow(transaction, workspaceId, invitationId, user.id);
  if (given === null) throw goneInvitation();
  const { role, invitedBy } = given;
  // The key that created it may have expired, and an operator may have ended the rights of a person or key with SQL.
  const giver = await findRights({ database: transaction }, workspaceId, invitedBy);
  if (giver === null || !mayAssign(giver, role)) throw goneInvitation();
  const isFirstPassword = !isNew && user.passwordHash === null;
  if (isNew) await insertUser(transaction, user);
  else if (isFirstPassword && !(await changePassword(transaction, user, passwordHash))) throw goneInvitation();
  await insertMember(transaction, { workspaceId, userId: user.id, role });
  // An invitation from a key has no person to notify.
  if ((await findUser(transaction, { id: invitedBy })) !== null) {
    await queueNotice(transaction, workspaceId, { template: 'invite-accepted', invitationId });
  }
  await recordAct(transaction, { workspaceId, id: user.id }, 'member.joined', { metadata: { invitationId, role } });
  return { id: user.id, sessionEpoch: user.sessionEpoch + (isFirstPassword ? 1 : 0) };
}

const goneInvitation = (): AppError =>
  new AppError(
    'NOT_FOUND',
    'This invitation does not exist, was already used, or has expired. Request a new invitation.',
  );
