import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file';

const secret = z.string().min(16);

const secretsSchema = z.object({
  postgresPassword: secret,
  SYNC_API_KEY: secret,
  SESSION_SECRET: secret,
  KEY_PEPPER: secret,
  LINK_SECRET: secret,
  CREDENTIALS_KEYS: secret,
});

export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Loads the secrets of a data folder. They are random, created at the first start, and stored in `secrets.json` (mode
 * 0600). Secrets from the environment take precedence and are not stored.
 *
 * @throws Error if the file is damaged, or is missing although the folder contains a database that needs it.
 */
export function loadSecrets(dataDir: string, given: Partial<Record<keyof Secrets, string>>): Secrets {
  const file = path.join(dataDir, 'secrets.json');
  const stored = readJson(file);
  if (stored === undefined) return { ...createSecrets(dataDir, file), ...withoutUndefined(given) };
  const parsed = secretsSchema.safeParse(withCredentialsKeys(file, stored));
  if (!parsed.success) throw new Error(`${file} is damaged: restore it, or set another DATA_DIR.`);
  return { ...parsed.data, ...withoutUndefined(given) };
}

function createSecrets(dataDir: string, file: string): Secrets {
  if (existsSync(path.join(dataDir, 'postgres'))) {
    throw new Error(
      `${file} is missing, but the database in the same folder needs it. Restore it, or set another DATA_DIR.`,
    );
  }
  const names = Object.keys(secretsSchema.shape) as (keyof Secrets)[];
  const random = Object.fromEntries(names.map((name) => [name, randomBytes(24).toString('base64url')])) as Secrets;
  const secrets: Secrets = { ...random, CREDENTIALS_KEYS: newCredentialsKeys() };
  writePrivateJson(file, secrets);
  return secrets;
}

/** Creates one key in the format of CREDENTIALS_KEYS. */
const newCredentialsKeys = (): string => `first:${randomBytes(32).toString('base64')}`;

/** Adds a key to folders created before these keys existed, and stores it. */
function withCredentialsKeys(file: string, stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || 'CREDENTIALS_KEYS' in stored) return stored;
  const secrets = { ...stored, CREDENTIALS_KEYS: newCredentialsKeys() };
  if (secretsSchema.safeParse(secrets).success) writePrivateJson(file, secrets);
  return secrets;
}

function withoutUndefined(given: Partial<Record<keyof Secrets, string>>): Partial<Secrets> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
