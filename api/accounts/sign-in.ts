import type { z } from 'zod';
import { findFirstWorkspaceId, findMember, findUser, type User } from '../../db/accounts';
import { findSession, insertSession, type Session } from '../../db/sessions';
import type { signInBody } from '../../domain/accounts/schemas';
import { unauthorized } from '../../domain/errors';
import type { Services } from '../services';
import { isPassword } from './passwords';

const sessionDays = 7;

/**
 * Signs somebody in. Whether the account, the password or the membership was wrong is not told, and takes the same time.
 * @throws AppError UNAUTHORIZED, RATE_LIMITED
 */
export async function signIn(
  { database, limits }: Services,
  { email, password, workspaceId }: z.output<typeof signInBody>,
  address: string,
): Promise<Session> {
  await limits.countSignIn({ email, address });
  const user = await findUser(database, { email });
  const genuine = await isPassword(password, user?.passwordHash ?? null);
  if (user === null || !genuine) throw wrong();
  const chosen = workspaceId ?? (await findFirstWorkspaceId(database, user.id));
  if (chosen === null || (await findMember(database, chosen, user.id)) === null) throw wrong();
  await limits.forgiveSignIn({ email, address });
  return openSession({ database }, user, chosen);
}

const wrong = () => unauthorized('The email or the password is wrong.');

/** Opens a session of a member. */
export async function openSession(
  { database }: Pick<Services, 'database'>,
  user: User,
  workspaceId: string,
): Promise<Session> {
  const expiresAt = new Date(Date.now() + sessionDays * 86_400_000);
  const id = await insertSession(database, { userId: user.id, workspaceId, epoch: user.sessionEpoch, expiresAt });
  const session = await findSession(database, id);
  if (session === null) throw unauthorized('The membership ended while you were signing in.');
  return session;
}
