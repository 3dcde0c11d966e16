import { hash, verify } from '@node-rs/argon2';
import type { Passwords } from '../operations/ports';

/** Argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Compared with if there is no account, so that both cases take the same time. Created in advance. */
const decoyHash = hash('no account has this password', options);

export const passwords: Passwords = {
  hash: (password) => hash(password, options),
  async matches(password, passwordHash) {
    const matches = await verify(passwordHash ?? (await decoyHash), password);
    return matches && passwordHash !== null;
  },
};
