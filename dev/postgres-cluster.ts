import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { choosePostgresAccount, type PostgresAccount } from './postgres-account';
import type { PostgresBinaries } from './postgres-binaries';
import { processIdentity } from './process-identity';
import { runCommand } from './run-command';

/** The process that inherits a killed server usually reaps it within moments. */
const REAPED_WITHIN_MS = 20_000;

export interface PostgresCluster {
  /** Data folder, mode 0700, owned by the account. */
  folder: string;
  account: PostgresAccount;
}

const STAGING = 'postgres.init-';
const INITDB_MS = 120_000;

/**
 * Opens the PostgreSQL data folder `<dataDir>/postgres`, and creates it if it is missing. Creates it under another name
 * and renames it when complete, so that an interrupted start never leaves a partial cluster for the next one.
 */
export async function openCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  settings: { password: string; initdbFlags: string[] },
): Promise<PostgresCluster> {
  const folder = path.join(dataDir, 'postgres');
  removeStaging(dataDir);
  if (existsSync(path.join(folder, 'PG_VERSION'))) {
    checkVersion(folder);
    return { folder, account: accountFor(binaries, folder) };
  }
  const staging = path.join(dataDir, `${STAGING}${process.pid}`);
  mkdirSync(staging, { mode: 0o700 });
  const account = accountFor(binaries, staging);
  await runInitdb(account, binaries.initdb, { folder: staging, ...settings });
  // An empty or partial folder of unknown origin. Without PG_VERSION, it contains no database.
  if (existsSync(folder)) renameSync(folder, `${folder}.unusable-${Date.now()}`);
  renameSync(staging, folder);
  return { folder, account };
}

/**
 * Prepares a start. Waits while a killed server is still a zombie, because PostgreSQL would treat its id as a running
 * server. Removes a lock file if its process id now belongs to another program.
 */
export async function clearPidFile(folder: string): Promise<void> {
  const pidFile = path.join(folder, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  const commandFile = `/proc/${pid}/comm`;
  const isZombie = (): boolean => existsSync(commandFile) && processIdentity(pid) === undefined;
  for (const deadline = Date.now() + REAPED_WITHIN_MS; isZombie() && Date.now() < deadline;) await delay(100);
  if (existsSync(commandFile) && !readFileSync(commandFile, 'utf8').startsWith('postgres')) rmSync(pidFile);
}

function accountFor(binaries: PostgresBinaries, dataFolder: string): PostgresAccount {
  return choosePostgresAccount({ program: binaries.initdb, dataFolder }, ({ uid, gid }) => {
    chownSync(dataFolder, uid, gid);
    chmodSync(dataFolder, 0o700);
  });
}

async function runInitdb(
  account: PostgresAccount,
  initdb: string,
  cluster: { folder: string; password: string; initdbFlags: string[] },
): Promise<void> {
  const passwordFile = `${cluster.folder}.password`;
  writeFileSync(passwordFile, `${cluster.password}\n`, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) chownSync(passwordFile, account.uid, account.gid);
  const flags = [
    ...[`--pgdata=${cluster.folder}`, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
    // The builtin provider sorts and folds case the same way on every machine, independent of its locales.
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...cluster.initdbFlags,
  ];
  const { command, args, ...ids } = account.wrap(initdb, flags);
  try {
    await runCommand(command, args, { ...ids, cwd: '/', env: postgresEnvironment(), timeoutMs: INITDB_MS });
  } catch (error) {
    throw new Error(`PostgreSQL: initdb failed. ${(error as Error).message}`, { cause: error });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Returns a clean environment, so that PG* variables of the caller do not reach the server. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

function checkVersion(folder: string): void {
  const version = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version === '18') return;
  throw new Error(
    `${folder} was created by PostgreSQL ${version}, but this is version 18. Dump and reload it, or set another DATA_DIR.`,
  );
}

function removeStaging(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(STAGING)) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}
