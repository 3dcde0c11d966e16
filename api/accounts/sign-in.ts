import type { z } from 'zod';
import { findFirstWorkspaceId, findMember, findUser } from '../../db/accounts/accounts';
import type { Session } from '../../db/accounts/sessions';
import type { signInBody } from '../../domain/sessions/schemas';
import { unauthorized } from '../../domain/errors';
import { openSession } from '../../operations/accounts/sessions';
import type { Services } from '../services';
import { isPassword } from './passwords';

/**
 * Signs a person in. Whether the account, the password or the membership was wrong is not said, and takes the same time.
 * @throws AppError UNAUTHORIZED, RATE_LIMITED
 */
export async function signIn(
  { database, limits }: Services,
  { email, password, workspaceId }: z.output<typeof signInBody>,
  { address, now }: { address: string; now: Date },
): Promise<Session> {
  await limits.countSignIn({ email, address });
  const user = await findUser(database, { email });
  const genuine = await isPassword(password, user?.passwordHash ?? null);
  if (user === null || !genuine) throw wrong();
  const chosen = workspaceId ?? (await findFirstWorkspaceId(database, user.id));
  if (chosen === null || (await findMember(database, chosen, user.id)) === null) throw wrong();
  await limits.forgiveSignIn({ email, address });
  return openSession({ database }, user, chosen, now);
}

const wrong = () => unauthorized('The email or the password is wrong.');
