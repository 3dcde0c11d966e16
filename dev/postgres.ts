import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Child, ChildExit, ChildSpec } from './child';
import { findFreePort, type PreferredPorts } from './free-port';
import { findPostgresBinaries } from './postgres-binaries';
import { type AdminLogin, prepareServiceAccount, servicePassword } from './postgres-role';
import { openCluster, type PostgresCluster, postgresEnvironment, clearPidFile } from './postgres-cluster';
import { unexpectedEnd } from './supervisor';

export interface PostgresOptions {
  /** Absolute path. The cluster is in `<dataDir>/postgres`, its log in `<dataDir>/logs`. */
  dataDir: string;
  /** Password of the superuser `postgres`; used when the cluster is created. */
  password: string;
  spawn(spec: ChildSpec): Child;
  /** The first free port, otherwise any free port; 5432 by default, 0 for any. */
  preferredPorts?: PreferredPorts;
  /** Additional settings as `name=value`, such as `fsync=off`. */
  settings?: string[];
  initdbFlags?: string[];
}

export interface RunningPostgres {
  /** Connection URL of the database `apex`, as the ordinary role that owns it. */
  url: string;
  /** URL of the same database as the superuser `postgres`, for tests and repairs. */
  adminUrl: string;
  port: number;
  pid: number;
  child: Child;
  exited: Promise<ChildExit>;
  /** Shuts down fast: ends sessions and flushes data. */
  stop(maxGraceMs?: number): Promise<ChildExit>;
}

const READY_WITHIN_MS = 120_000;
const START_ATTEMPTS = 3;
const LOGIN = { host: '127.0.0.1', user: 'postgres' };

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  // Growing tables are analyzed soon: plans made while they were empty are slow.
  'autovacuum_naptime=5s',
  'timezone=UTC',
  'log_timezone=UTC',
];

/**
 * Starts PostgreSQL 18 on loopback, and ensures the database `apex` and its owner, the ordinary role `apex`. In older
 * data folders, where the service was the superuser, it gives all objects to the role.
 *
 * @throws Error with one clear line if PostgreSQL cannot run here, or with the end of its log if it stops.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const binaries = findPostgresBinaries();
  const { password, initdbFlags = [] } = options;
  const cluster = await openCluster(options.dataDir, binaries, { password, initdbFlags });
  await clearPidFile(cluster.folder);
  const { child, port } = await startServer(cluster, binaries.postgres, options);
  const account = { role: 'apex', password: servicePassword(password), database: 'apex' };
  try {
    await prepareServiceAccount({ ...LOGIN, port, password }, account);
  } catch (error) {
    await child.stop();
    throw error;
  }
  const urlOf = (user: string, secret: string): string =>
    `postgres://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}/apex`;
  const [url, adminUrl] = [urlOf(account.role, account.password), urlOf(LOGIN.user, password)];
  return { url, adminUrl, port, pid: child.pid, child, exited: child.exited, stop: child.stop };
}

async function startServer(cluster: PostgresCluster, postgres: string, options: PostgresOptions) {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort(options.preferredPorts ?? 5432);
    const child = options.spawn(serverSpec(cluster, postgres, port, options));
    try {
      await untilReady(child, { ...LOGIN, port, password: options.password });
      return { child, port };
    } catch (error) {
      await child.stop();
      // Another program may take the port between the check and the start of the server.
      if (attempt === START_ATTEMPTS || !child.logTail(50).includes('Address already in use')) throw error;
    }
  }
}

function serverSpec(cluster: PostgresCluster, postgres: string, port: number, options: PostgresOptions): ChildSpec {
  const logs = path.join(options.dataDir, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const settings = [...SETTINGS, ...(options.settings ?? [])];
  const args = ['-D', cluster.folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  return {
    ...cluster.account.wrap(postgres, args),
    name: 'postgres',
    cwd: '/',
    env: postgresEnvironment(),
    logFile: path.join(logs, 'postgres.log'),
    stopSignal: 'SIGINT',
    graceMs: 30_000,
  };
}

async function untilReady(child: Child, login: AdminLogin): Promise<void> {
  const end = child.exited.then((exit) => {
    throw unexpectedEnd(child, exit);
  });
  end.catch(() => undefined);
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const problem = await Promise.race([attemptLogin(login), end]);
    if (problem === undefined) return;
    if (isFinal(problem) || Date.now() > deadline) throw problem;
    await delay(50);
  }
}

/** Tries to log in once. Returns the error instead of throwing it, because failures are normal during the start. */
async function attemptLogin(login: AdminLogin): Promise<Error | undefined> {
  const client = new Client({ ...login, database: 'postgres', connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return asReadable(error as Error & { code?: string });
  } finally {
    await client.end().catch(() => undefined);
  }
}

const WRONG_PASSWORD = '28P01';

function asReadable(error: Error & { code?: string }): Error {
  if (error.code !== WRONG_PASSWORD) return error;
  return Object.assign(
    new Error('PostgreSQL refuses the password in secrets.json: restore this file, or set another DATA_DIR.'),
    { code: WRONG_PASSWORD },
  );
}

function isFinal(error: Error & { code?: string }): boolean {
  return error.code === WRONG_PASSWORD;
}
