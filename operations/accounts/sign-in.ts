import { findFirstWorkspaceId, findMember, findUser } from '../../db/accounts/accounts';
import type { Session } from '../../db/accounts/sessions';
import { unauthorized } from '../../domain/errors';
import type { Context } from '../ports';
import { openSession } from './sessions';

/**
 * Signs a person in. The error does not reveal whether the account, the password or the membership was wrong, and takes the same
 * time.
 * @param credentials.workspaceId the person's first workspace by default
 * @param address network address of the caller
 * @throws AppError UNAUTHORIZED, RATE_LIMITED
 */
export async function signIn(
  { database, passwords, signIns, clock }: Pick<Context, 'database' | 'passwords' | 'signIns' | 'clock'>,
  { email, password, workspaceId }: { email: string; password: string; workspaceId?: string | undefined },
  address: string,
): Promise<Session> {
  await signIns.countSignIn({ email, address });
  const user = await findUser(database, { email });
  const isGenuine = await passwords.matches(password, user?.passwordHash ?? null);
  if (user === null || !isGenuine) throw wrong();
  const chosen = workspaceId ?? (await findFirstWorkspaceId(database, user.id));
  if (chosen === null || (await findMember(database, chosen, user.id)) === null) throw wrong();
  await signIns.forgiveSignIn({ email, address });
  return openSession({ database, clock }, user, chosen);
}

const wrong = () => unauthorized('The email or the password is wrong.');
