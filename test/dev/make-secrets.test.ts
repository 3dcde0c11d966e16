import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { loadApiSettings, loadMigrateSettings, loadWorkerSettings } from '../../config';

/** The secrets of docker-compose.yml. */

const run = promisify(execFile);
const script = path.resolve(__dirname, '../../deploy/make-secrets.mjs');
const root = mkdtempSync(path.join(tmpdir(), 'apex-make-secrets-'));

afterAll(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
const newFolder = (): string => {
  folders += 1;
  const folder = path.join(root, String(folders));
  mkdirSync(folder);
  return folder;
};

async function makeSecrets(
  folder: string,
  given: NodeJS.ProcessEnv = {},
  options: string[] = [],
): Promise<NodeJS.ProcessEnv> {
  await run(process.execPath, [script, folder, ...options], { env: { PATH: process.env.PATH, ...given } });
  return parseEnv(readFileSync(path.join(folder, 'apex.env'), 'utf8'));
}

test('creates all secrets that the processes require, each different', async () => {
  const folder = newFolder();
  const secrets = await makeSecrets(folder);
  const elsewhere = { TEMPORAL_ADDRESS: 'temporal:7233', SES_ENDPOINT: 'http://mail:8005', NODE_ENV: 'production' };
  for (const load of [loadApiSettings, loadWorkerSettings, loadMigrateSettings])
    expect(load({ ...secrets, ...elsewhere })).toMatchObject({ DATABASE_URL: secrets['DATABASE_URL'] });
  expect(new Set(Object.values(secrets)).size).toBe(Object.keys(secrets).length);
  expect(new URL(secrets['DATABASE_URL']!).password).toBe(readFileSync(path.join(folder, 'postgres-password'), 'utf8'));
  expect(readdirSync(folder).sort()).toEqual(['apex.env', 'postgres-password']);
});

test('secrets stay the same at the next start, and differ between installations', async () => {
  const folder = newFolder();
  const secrets = await makeSecrets(folder);
  expect(await makeSecrets(folder)).toEqual(secrets);
  expect((await makeSecrets(newFolder()))['KEY_PEPPER']).not.toBe(secrets['KEY_PEPPER']);
});

test('given secrets take precedence and are kept', async () => {
  const folder = newFolder();
  const before = await makeSecrets(folder);
  const given = { POSTGRES_PASSWORD: 'p@ss/word#1 "x"', KEY_PEPPER: 'pepper-of-an-older-installation' };
  // The database keeps its first password, so another one is refused until it was changed there.
  await expect(makeSecrets(folder, given)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^POSTGRES_PASSWORD differs from the password [^\n]+\n$/) as string,
  });
  expect(await makeSecrets(folder, { POSTGRES_PASSWORD: before['POSTGRES_PASSWORD'] })).toEqual(before);
  const { DATABASE_URL: url, ...secrets } = await makeSecrets(folder, given, ['--database-password-changed']);
  const { DATABASE_URL: _url, ...kept } = before;
  expect(secrets).toEqual({ ...kept, ...given });
  expect(decodeURIComponent(new URL(url!).password)).toBe(given.POSTGRES_PASSWORD);
  expect(readFileSync(path.join(folder, 'postgres-password'), 'utf8')).toBe(given.POSTGRES_PASSWORD);
  expect((await makeSecrets(folder))['KEY_PEPPER']).toBe(given.KEY_PEPPER);
});

test('a value that a settings file cannot store is refused, and nothing is written', async () => {
  const folder = newFolder();
  await expect(makeSecrets(folder, { LINK_SECRET: "it's-not-possible" })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('LINK_SECRET must have neither') as string,
  });
  expect(existsSync(path.join(folder, 'apex.env'))).toBe(false);
  await expect(makeSecrets(path.join(root, 'nowhere'))).rejects.toMatchObject({ code: 1 });
});
