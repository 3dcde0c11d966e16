import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadSecrets } from '../../dev/secrets';
import { readCredentialsKeys } from '../../domain/connections/credentials-box';
import { temporaryFolder } from './temporary-folder';

const root = temporaryFolder();
const newFolder = (): string => mkdtempSync(path.join(root, 'data-'));

test('secrets are random for each folder, kept, and readable by the owner only', () => {
  const folder = newFolder();
  const secrets = loadSecrets(folder, {});
  expect(loadSecrets(folder, {})).toEqual(secrets);
  expect(new Set(Object.values(secrets)).size).toBe(6);
  expect(readCredentialsKeys(secrets.CREDENTIALS_KEYS)).toHaveLength(1);
  expect(loadSecrets(newFolder(), {}).SESSION_SECRET).not.toBe(secrets.SESSION_SECRET);
  expect(statSync(path.join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('a folder from before credential keys existed gets its own, and keeps it', () => {
  const folder = newFolder();
  const { CREDENTIALS_KEYS: _, ...older } = loadSecrets(folder, {});
  writeFileSync(path.join(folder, 'secrets.json'), JSON.stringify(older));
  const secrets = loadSecrets(folder, {});
  expect(secrets).toMatchObject(older);
  expect(readCredentialsKeys(secrets.CREDENTIALS_KEYS)).toHaveLength(1);
  expect(loadSecrets(folder, {})).toEqual(secrets);
});

test('the environment takes precedence and is not stored', () => {
  const folder = newFolder();
  const given = 'given-by-the-environment';
  expect(loadSecrets(folder, { SYNC_API_KEY: given, KEY_PEPPER: undefined }).SYNC_API_KEY).toBe(given);
  expect(readFileSync(path.join(folder, 'secrets.json'), 'utf8')).not.toContain(given);
  expect(loadSecrets(folder, {}).SYNC_API_KEY).not.toBe(given);
});

test('a missing or damaged file next to a database is an error; no new secrets are created', () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'postgres'));
  expect(() => loadSecrets(folder, {})).toThrow('secrets.json is missing');
  writeFileSync(path.join(folder, 'secrets.json'), '{"postgresPassword":"short"}');
  expect(() => loadSecrets(folder, {})).toThrow('is damaged');
  writeFileSync(path.join(folder, 'secrets.json'), '{');
  expect(() => loadSecrets(folder, {})).toThrow('is not valid JSON');
});
