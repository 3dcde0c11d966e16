import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the parameters that OWASP's password storage cheat sheet gives: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, options);

/** What a password is compared with where there is no account, so that both take the same time; made before it is needed. */
const decoyHash = hashPassword('no account has this password');

/** Whether the password is that of the hash. Without a hash it never is, and takes as long to find out. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await decoyHash), password);
  return matches && passwordHash !== null;
}
