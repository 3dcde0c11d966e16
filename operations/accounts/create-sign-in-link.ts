import { findFirstWorkspaceId, findUser } from '../../db/accounts/accounts';
import { insertSignInLink } from '../../db/accounts/sign-in-links';
import type { Database } from '../../db/connection/pool';
import { signInLinkMinutes } from '../../domain/accounts/sign-in-link';
import { AppError } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/**
 * Creates a link that signs in the account of an address once, for the operator of the machine.
 * @returns its token
 * @throws AppError NOT_FOUND for an address without an account, or an account without a workspace
 */
export function createSignInLink(database: Database, email: string, now: Date): Promise<string> {
  return database.transaction(async (transaction) => {
    const user = await findUser(transaction, { email });
    const workspaceId = user === null ? null : await findFirstWorkspaceId(transaction, user.id);
    if (user === null || workspaceId === null) {
      throw new AppError('NOT_FOUND', `No member of a workspace has the email ${email}.`);
    }
    const token = await insertSignInLink(transaction, user, new Date(now.getTime() + signInLinkMinutes * 60_000));
    const metadata = { memberId: user.id };
    await recordAct(transaction, { workspaceId, id: 'system' }, 'member.sign_in_link_created', { metadata });
    return token;
  });
}
