import {
  changePassword,
  findUser,
  insertMember,
  insertUser,
  lockMembership,
  type User,
} from '../../db/accounts/accounts';
import { newId } from '../../db/connection/ids';
import type { Database } from '../../db/connection/pool';
import { acceptInvitation as acceptRow, findInvitation } from '../../db/accounts/invitations';
import { queueNotice } from '../../db/notices/notices';
import { mayAssign } from '../../domain/accounts/permissions';
import type { InvitationName } from '../../domain/accounts/invitation-token';
import { AppError } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { findRights } from './rights';

interface Acceptance {
  /** Of a person without an account. */
  name?: string | null | undefined;
  now: Date;
  /** Called once the invitation is known to be open. @returns the hash of the account's password @throws AppError for a wrong one */
  authenticate: (email: string, account: User | null) => Promise<string>;
}

/**
 * Accepts an invitation: makes the person a member, with a new account or by the password of the one they have.
 * @param invited null for a token that was not ours
 * @throws AppError NOT_FOUND for an invitation that does not exist, was accepted or has expired, or whose maker can no longer give its role
 */
export async function acceptInvitation(
  database: Database,
  invited: InvitationName | null,
  { name = null, now, authenticate }: Acceptance,
): Promise<{ user: User; workspaceId: string }> {
  const invitation =
    invited === null ? null : await findInvitation(database, invited.workspaceId, invited.invitationId);
  if (invitation === null || invitation.acceptedAt !== null || invitation.expiresAt < now) throw goneInvitation();
  const { workspaceId, id: invitationId, email } = invitation;
  const account = await findUser(database, { email });
  const passwordHash = await authenticate(email, account);
  return database.transaction(async (transaction) => {
    const user = account ?? { id: newId('user'), email, name, passwordHash, sessionEpoch: 0 };
    // First, as those who change or withdraw an invitation do.
    await lockMembership(transaction, workspaceId);
    // Of two acceptances at once the second finds the invitation used. Its role may have been changed while the password was checked.
    const given = await acceptRow(transaction, workspaceId, invitationId, user.id);
    if (given === null) throw goneInvitation();
    const { role, invitedBy } = given;
    // The key that made it may have expired, and an operator may have ended a person's or key's rights by SQL.
    const giver = await findRights(transaction, workspaceId, invitedBy);
    if (giver === null || !mayAssign(giver, role)) throw goneInvitation();
    const isFirstPassword = account?.passwordHash === null;
    if (account === null) await insertUser(transaction, user);
    else if (isFirstPassword && !(await changePassword(transaction, user, passwordHash))) throw goneInvitation();
    await insertMember(transaction, { workspaceId, userId: user.id, role });
    // An invitation made by a key has no person to be notified.
    if ((await findUser(transaction, { id: invitedBy })) !== null) {
      await queueNotice(transaction, workspaceId, { template: 'invite-accepted', invitationId });
    }
    await recordAct(transaction, { workspaceId, id: user.id }, 'member.joined', { metadata: { invitationId, role } });
    return { user: { ...user, sessionEpoch: user.sessionEpoch + (isFirstPassword ? 1 : 0) }, workspaceId };
  });
}

const goneInvitation = (): AppError =>
  new AppError(
    'NOT_FOUND',
    'This invitation does not exist, was already used, or has expired. Request a new invitation.',
  );
