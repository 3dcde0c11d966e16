import { systemClock } from '../context/create-context';
import { passwords } from '../context/passwords';
import { findUser } from '../db/accounts/accounts';
import { connect } from '../db/connection/pool';
import { AppError } from '../domain/errors';
import { isLoopbackHost, signInLinkUrl } from '../domain/accounts/sign-in-link';
import { createSignInLink } from '../operations/accounts/sign-in-links';
import type { Credentials } from './credentials';

/** How the owner of `credentials.json` can sign in now. */
export interface OwnerSignIn {
  email: string;
  /** Null if the owner has changed it since. */
  password: string | null;
  /** A link that signs in once; null if the service has no loopback address, or the account is in no workspace. */
  link: string | null;
}

type SignInCredentials = Pick<Credentials, 'databaseUrl' | 'owner'>;

/**
 * Creates a sign-in link for the owner, and checks whether the password still works.
 * @param localUrl the address of the API on this machine
 */
export async function prepareOwnerSignIn(
  { databaseUrl, owner: { email, password } }: SignInCredentials,
  localUrl: string,
): Promise<OwnerSignIn> {
  const database = connect({ url: databaseUrl, poolSize: 1, applicationName: 'apex-sign-in' });
  try {
    const user = await findUser(database, { email });
    const isCurrent = await passwords.matches(password, user?.passwordHash ?? null);
    const hasLink = isLoopbackHost(new URL(localUrl).hostname);
    const token = hasLink
      ? await createSignInLink({ database, clock: systemClock }, email).catch(nullIfNotFound)
      : null;
    return { email, password: isCurrent ? password : null, link: token && signInLinkUrl(localUrl, token) };
  } finally {
    await database.destroy();
  }
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
  throw error;
}
