import {
  changePassword as changeRow,
  findFirstWorkspaceId,
  findUser,
  listWorkspaceIds,
  type User,
} from '../../db/accounts/accounts';
import { findResettingUser, insertPasswordReset, usePasswordReset } from '../../db/accounts/password-resets';
import type { Session } from '../../db/accounts/sessions';
import type { Database } from '../../db/connection/pool';
import { queueNotice } from '../../db/notices/notices';
import { readPasswordResetToken } from '../../domain/accounts/password-reset-token';
import { AppError, unauthorized } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context, SignInAttempt } from '../ports';
import { openSession, type Client } from './sessions';

type PasswordContext = Pick<Context, 'database' | 'passwords' | 'signIns'>;

/**
 * Changes the password of a signed-in user, ends all their sessions, and opens a new one.
 * @param address network address of the caller
 * @throws AppError UNAUTHORIZED for a wrong password, or if the sessions ended or the password changed at the same time;
 * RATE_LIMITED
 */
export async function changePassword(
  context: PasswordContext & Pick<Context, 'clock'>,
  { userId, workspaceId }: { userId: string | null; workspaceId: string },
  { currentPassword, newPassword, address, userAgent }: PasswordChange,
): Promise<Session> {
  const { database, passwords, signIns } = context;
  const user = await findUser(database, { id: userId ?? '' });
  if (user === null) throw unauthorized('The account no longer exists.');
  const attempt = { email: user.email, address };
  await signIns.countSignIn(attempt);
  if (!(await passwords.matches(currentPassword, user.passwordHash))) {
    throw unauthorized('The current password is wrong.');
  }
  await signIns.forgiveSignIn(attempt);
  const passwordHash = await passwords.hash(newPassword);
  await database.transaction(async (transaction) => {
    if (!(await changeRow(transaction, user, passwordHash))) {
      throw unauthorized('The password was changed by another request. Sign in with the new password.');
    }
    await recordPasswordChange(transaction, user, 'member.password_changed');
  });
  return openSession(context, { id: user.id, sessionEpoch: user.sessionEpoch + 1 }, { workspaceId, userAgent });
}

interface PasswordChange extends Client {
  currentPassword: string;
  newPassword: string;
  address: string;
}

const resetLinkMinutes = 60;

/**
 * Emails a password reset link to the account of an address. Sends nothing if there is no account, or if the account or the
 * caller's network has requested too many.
 */
export async function requestPasswordReset(
  { database, signIns, clock }: Pick<Context, 'database' | 'signIns' | 'clock'>,
  attempt: SignInAttempt,
): Promise<void> {
  if (!(await signIns.countPasswordReset(attempt))) return;
  const user = await findUser(database, { email: attempt.email });
  const workspaceId = user === null ? null : await findFirstWorkspaceId(database, user.id);
  if (user === null || workspaceId === null) return;
  const expiresAt = new Date(clock.now().getTime() + resetLinkMinutes * 60_000);
  await database.transaction(async (transaction) => {
    const resetId = await insertPasswordReset(transaction, user, expiresAt);
    await queueNotice(transaction, workspaceId, { template: 'password-reset', resetId });
  });
}

/** Returns whether a reset link can still be used. */
export async function isOpenReset(
  { database, settings }: Pick<Context, 'database' | 'settings'>,
  token: string,
): Promise<boolean> {
  const resetId = readPasswordResetToken(settings.linkSecret, token);
  return resetId !== null && (await findResettingUser(database, resetId)) !== null;
}

/**
 * Sets a password with a reset link. Ends the link, all other reset links, and every session of the user, and allows sign-ins
 * again.
 * @param address network address of the caller
 * @throws AppError NOT_FOUND for a link that does not exist, was used or has expired; RATE_LIMITED
 */
export async function resetPassword(
  { database, passwords, signIns, settings }: PasswordContext & Pick<Context, 'settings'>,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<void> {
  const resetId = readPasswordResetToken(settings.linkSecret, token);
  const user = resetId === null ? null : await findResettingUser(database, resetId);
  if (resetId === null || user === null) throw goneLink();
  await signIns.countResetUse(resetId);
  const passwordHash = await passwords.hash(password);
  await database.transaction(async (transaction) => {
    // First, so that of two concurrent uses the second finds the link used.
    if (!(await usePasswordReset(transaction, resetId))) throw goneLink();
    if (!(await changeRow(transaction, user, passwordHash))) throw goneLink();
    await recordPasswordChange(transaction, user, 'member.password_reset');
  });
  await signIns.clearSignIns({ email: user.email, address });
}

/** Records a changed password in the audit logs of all workspaces of the user. */
async function recordPasswordChange(
  transaction: Database,
  { id }: Pick<User, 'id'>,
  action: 'member.password_changed' | 'member.password_reset',
): Promise<void> {
  for (const workspaceId of await listWorkspaceIds(transaction, id)) {
    await recordAct(transaction, { workspaceId, id }, action, { metadata: { memberId: id } });
  }
}

const goneLink = (): AppError =>
  new AppError('NOT_FOUND', 'This link does not exist, was already used, or has expired. Request a new link.');
