import type { z } from 'zod';
import type { User } from '../../db/accounts/accounts';
import { readInvitationToken } from '../../domain/accounts/invitation-token';
import type { acceptInvitationBody } from '../../domain/accounts/schemas';
import { unauthorized } from '../../domain/errors';
import { acceptInvitation } from '../../operations/accounts/accept-invitation';
import type { Services } from '../services';
import { hashPassword, isPassword } from './passwords';

/**
 * Accepts the invitation of a token. A person who has an account with a password proves it.
 * @throws AppError as {@link acceptInvitation}; UNAUTHORIZED for a wrong password, RATE_LIMITED after too many
 */
export function joinWorkspace(
  { database, limits, linkSecret }: Pick<Services, 'database' | 'limits' | 'linkSecret'>,
  { token, password, name }: z.output<typeof acceptInvitationBody>,
  { address, now }: { address: string; now: Date },
): Promise<{ user: User; workspaceId: string }> {
  const authenticate = async (email: string, account: User | null): Promise<string> => {
    const passwordHash = account?.passwordHash ?? null;
    if (passwordHash === null) return hashPassword(password);
    await limits.countSignIn({ email, address });
    if (!(await isPassword(password, passwordHash))) {
      throw unauthorized('You already have an account with this email. Enter its password to accept.');
    }
    await limits.forgiveSignIn({ email, address });
    return passwordHash;
  };
  return acceptInvitation(database, readInvitationToken(linkSecret, token), { name, now, authenticate });
}
