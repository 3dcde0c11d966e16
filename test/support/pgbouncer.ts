import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startChild } from '../../dev/child';
import { findFreePort } from '../../dev/free-port';
import { findProgram } from './find-program';
import { waitFor } from './wait-for';

/** A PgBouncer in transaction mode: a server connection is assigned for one transaction or statement. */
export interface PgBouncer {
  /** Of the database that it was started for. */
  url: string;
  stop(): Promise<void>;
}

/** Finds the program: PGBOUNCER_PATH, or on PATH, or in Debian's location. Null if it is not installed. */
export const findPgBouncer = (): string | null =>
  findProgram('pgbouncer', { given: process.env['PGBOUNCER_PATH'], folders: ['/usr/sbin'] });

export interface PgBouncerOptions {
  /** Number of connections to the server. Few, so that statements of many clients share them. */
  serverConnections: number;
  /** Run on each connection when it is opened. */
  connectQuery?: string;
}

/** @param databaseUrl of the database behind it */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
  { serverConnections, connectQuery }: PgBouncerOptions,
): Promise<PgBouncer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'apex-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await findFreePort(0);
  const server = new URL(databaseUrl);
  const behind = [
    `host=${server.hostname} port=${server.port}`,
    `user=${server.username} password=${decodeURIComponent(server.password)}`,
    ...(connectQuery === undefined ? [] : [`connect_query='${connectQuery}'`]),
  ].join(' ');
  const file = path.join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = ${behind}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${serverConnections}`,
    'max_client_conn = 500',
    'server_login_retry = 1',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  // It does not run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = startChild({
    name: 'pgbouncer',
    command: program,
    args: [...asUser, file],
    cwd: folder,
    env: process.env,
    logFile: path.join(folder, 'output.log'),
    stopSignal: 'SIGTERM',
    graceMs: 5_000,
  });
  const url = new URL(databaseUrl);
  url.port = String(port);
  const isUp = async (): Promise<boolean> => {
    const client = new Client({ connectionString: url.href });
    await client.connect();
    await client.end();
    return true;
  };
  await waitFor(isUp, { what: `PgBouncer, whose log is ${child.logFile}` });
  return {
    url: url.href,
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
