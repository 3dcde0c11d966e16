import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, type Database } from '../../db/connection/pool';
import { migrate } from '../../db/migrate';
import type { Child } from '../../dev/child';
import { prepareDataFolder } from '../../dev/data-folder';
import { findTemporalCli } from '../../dev/find-temporal-cli';
import { findFreePort } from '../../dev/free-port';
import { startMail } from '../../dev/mail';
import { startPostgres } from '../../dev/postgres';
import { seedDemoWorkspace, type DemoWorkspace } from '../../dev/seed';
import { Supervisor } from '../../dev/supervisor';
import { startTemporal } from '../../dev/temporal';
import { apiClient, type ApiClient } from './api-client';
import { startProcess, type StartedProcess } from './process';
import { waitFor } from './wait-for';

export const victims = ['worker', 'api', 'temporal', 'postgres'] as const;
export type Victim = (typeof victims)[number];

/** A complete service of separate processes, durable as in production. Each process can be killed and replaced. */
export interface KillableStack {
  /** The folder with the files of PostgreSQL and Temporal. */
  dataDir: string;
  /** With the service's role. */
  databaseUrl: string;
  /** With the superuser. */
  adminUrl: string;
  database: Database;
  demo: DemoWorkspace;
  api: ApiClient;
  sesEndpoint: string;
  /** The settings of the API and the worker. */
  environment: Record<string, string | undefined>;
  /** Sends SIGKILL without notifying the others. */
  kill(victim: Victim): Promise<void>;
  restart(victim: Victim): Promise<void>;
  /** Returns the id of the part's current process. */
  pidOf(victim: Victim): number;
  /** Kills Temporal, and replaces it by an empty one. */
  emptyTemporal(): Promise<void>;
  temporalAddress: string;
  stop(): Promise<void>;
}

/** Returns the paths of Temporal's data files. */
export const temporalFiles = (dataDir: string): string[] =>
  readdirSync(dataDir).filter((name) => /^temporal-.*\.db/.test(name));

const secrets = {
  SYNC_API_KEY: 'test-sync-secret-0123456789',
  SESSION_SECRET: 'test-session-secret-0123456789',
  KEY_PEPPER: 'test-key-pepper-0123456789',
  LINK_SECRET: 'test-link-secret-0123456789',
};

/** Addresses of the parts that an API and a worker call. */
export type Addresses = Record<'DATABASE_URL' | 'TEMPORAL_ADDRESS' | 'SES_ENDPOINT', string>;

/** Returns addresses for each process that lie between it and the parts. */
type Lines = (addresses: Addresses) => Promise<Record<'api' | 'worker', Addresses>>;

/**
 * @param overrides override settings of the API and the worker
 * @param lines redirects the connections of API and worker to the parts
 */
export async function startKillableStack(overrides: NodeJS.ProcessEnv, lines?: Lines): Promise<KillableStack> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'apex-kill-'));
  prepareDataFolder(dataDir);
  const supervisor = new Supervisor(dataDir);
  const { spawn } = supervisor;
  const onExit = (): void => supervisor.killAll();
  process.once('exit', onExit);
  const fallbackCache = path.join(tmpdir(), 'apex-cache');
  const cli = await findTemporalCli({ environment: process.env, fallbackCache, report: console.log });
  const [postgresPort, temporalPort, uiPort, apiPort] = await Promise.all([0, 0, 0, 0].map((any) => findFreePort(any)));
  const servers = {
    postgres: () => startPostgres({ dataDir, password: 'only-for-this-run', spawn, preferredPorts: postgresPort }),
    temporal: () =>
      startTemporal({
        cli,
        dataDir,
        namespace: 'default',
        spawn,
        preferredPorts: temporalPort,
        preferredUiPorts: uiPort,
      }),
  };
  const [postgres, temporal, mail] = await Promise.all([
    servers.postgres(),
    servers.temporal(),
    startMail({ dataDir, spawn, preferredPorts: 0 }),
  ]);
  await migrate(postgres.url);
  const demo = await seedDemoWorkspace({ databaseUrl: postgres.url, keyPepper: secrets.KEY_PEPPER });
  const addresses = { DATABASE_URL: postgres.url, TEMPORAL_ADDRESS: temporal.address, SES_ENDPOINT: mail.url };
  const ways = await lines?.(addresses);
  const env = {
    ...secrets,
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    WORKER_PORT: '0',
    PORT: String(apiPort),
    ...addresses,
    SES_TIMEOUT_MS: '2000',
    OUTBOX_POLL_MS: '200',
    ...overrides,
  };
  const children: Record<'postgres' | 'temporal', Child> = { postgres: postgres.child, temporal: temporal.child };
  const start = {
    worker: () => startProcess({ entry: 'worker/main.ts', env: { ...env, ...ways?.worker } }),
    api: () => startProcess({ entry: 'api/server.ts', env: { ...env, ...ways?.api } }),
  };
  const processes: Record<'worker' | 'api', StartedProcess> = { worker: await start.worker(), api: await start.api() };
  const database = connect({ url: postgres.url, poolSize: 4, applicationName: 'apex-test' });
  const stack: KillableStack = {
    dataDir,
    databaseUrl: postgres.url,
    adminUrl: postgres.adminUrl,
    database,
    demo,
    sesEndpoint: mail.url,
    environment: env,
    temporalAddress: temporal.address,
    api: apiClient(`http://127.0.0.1:${apiPort}`, demo.serverKey),
    async kill(victim) {
      if (victim === 'worker' || victim === 'api') {
        processes[victim].kill('SIGKILL');
        await processes[victim].exited;
      } else {
        children[victim].kill();
        await children[victim].exited;
      }
    },
    async restart(victim) {
      if (victim === 'worker' || victim === 'api') processes[victim] = await start[victim]();
      // Sessions of a killed PostgreSQL may exist for a moment longer, and it does not start until they end.
      else
        children[victim] = await waitFor(async () => (await servers[victim]()).child, {
          what: victim,
        });
    },
    pidOf: (victim) => (victim === 'worker' || victim === 'api' ? processes[victim].pid : children[victim].pid),
    async emptyTemporal() {
      await stack.kill('temporal');
      for (const file of temporalFiles(dataDir)) rmSync(path.join(dataDir, file));
      await stack.restart('temporal');
    },
    async stop() {
      await database.destroy();
      await Promise.all(Object.values(processes).map((process) => process.stop()));
      await supervisor.stopAll({ maxGraceMs: 5_000 });
      process.off('exit', onExit);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return stack;
}
