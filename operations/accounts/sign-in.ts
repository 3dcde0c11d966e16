import { findFirstWorkspaceId, findMember, findUser } from '../../db/accounts/accounts';
import type { Session } from '../../db/accounts/sessions';
import { unauthorized } from '../../domain/errors';
import type { Context } from '../ports';
import { checkSecondStep, type SecondStepContext } from './second-step';
import { openSession, type Client } from './sessions';

interface Credentials {
  email: string;
  password: string;
  /** The person's first workspace by default. */
  workspaceId?: string | undefined;
  /** A code of two-step verification, or a recovery code. */
  totp?: string | undefined;
}

/**
 * Signs a person in. The error does not reveal whether the account, the password or the membership was wrong, and takes the same
 * time. Only with the right password does it reveal that a code is needed.
 * @throws AppError UNAUTHORIZED, RATE_LIMITED; TOTP_REQUIRED as {@link checkSecondStep}
 */
export async function signIn(
  context: SecondStepContext & Pick<Context, 'passwords'>,
  { email, password, workspaceId, totp }: Credentials,
  client: Client & { address: string },
): Promise<Session> {
  const { database, passwords, signIns } = context;
  const attempt = { email, address: client.address };
  await signIns.countSignIn(attempt);
  const user = await findUser(database, { email });
  const isGenuine = await passwords.matches(password, user?.passwordHash ?? null);
  if (user === null || !isGenuine) throw wrong();
  const chosen = workspaceId ?? (await findFirstWorkspaceId(database, user.id));
  if (chosen === null || (await findMember(database, chosen, user.id)) === null) throw wrong();
  await checkSecondStep(context, { userId: user.id, attempt }, totp);
  await signIns.forgiveSignIn(attempt);
  return openSession(context, user, { workspaceId: chosen, userAgent: client.userAgent });
}

const wrong = () => unauthorized('The email or the password is wrong.');
