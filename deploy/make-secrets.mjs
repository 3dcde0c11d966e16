import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

/**
 * `node make-secrets.mjs DIR`: creates the secrets of docker-compose.yml in `DIR/apex.env` and `DIR/postgres-password`.
 * Keeps existing secrets. Environment variables override them. The password of PostgreSQL cannot be replaced, because
 * the database keeps the one that it was created with, unless `--database-password-changed` confirms that it was changed
 * there.
 */

const [folder, option] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  console.error('Name the folder for the secrets: node make-secrets.mjs DIR');
  process.exit(1);
}

const file = path.join(folder, 'apex.env');
const kept = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
const text = () => randomBytes(32).toString('hex');
const credentialsKey = () => `first:${randomBytes(32).toString('base64')}`;

const makers = {
  POSTGRES_PASSWORD: text,
  SESSION_SECRET: text,
  KEY_PEPPER: text,
  LINK_SECRET: text,
  SYNC_API_KEY: text,
  CREDENTIALS_KEYS: credentialsKey,
};

const { POSTGRES_PASSWORD: given } = process.env;
const isOther = given && kept.POSTGRES_PASSWORD && given !== kept.POSTGRES_PASSWORD;
if (isOther && option !== '--database-password-changed') {
  console.error(
    'POSTGRES_PASSWORD differs from the password that the database was created with, and the database does not change ' +
      'with it. Remove POSTGRES_PASSWORD from .env, or change the password in the database first: see "Docker compose" ' +
      'in docs/SETTINGS.md.',
  );
  process.exit(1);
}

const secrets = {};
for (const [name, make] of Object.entries(makers)) {
  secrets[name] = process.env[name] || kept[name] || make();
  if (/['\n\r]/.test(secrets[name])) {
    console.error(`${name} must have neither quotes (') nor line breaks.`);
    process.exit(1);
  }
}
const password = encodeURIComponent(secrets.POSTGRES_PASSWORD);
const lines = Object.entries({ ...secrets, DATABASE_URL: `postgres://apex:${password}@postgres:5432/apex` });

/**
 * Writes a file atomically. Every user can read it: only the service's containers mount the volume, and their users
 * differ.
 */
const write = (name, content) => {
  const unfinished = path.join(folder, `${name}.unfinished`);
  writeFileSync(unfinished, content, { mode: 0o444 });
  renameSync(unfinished, path.join(folder, name));
};
write('postgres-password', secrets.POSTGRES_PASSWORD);
write('apex.env', `${lines.map(([name, value]) => `${name}='${value}'`).join('\n')}\n`);
console.log(`The secrets are in ${folder}.`);
