import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrate } from '../db/migrate';
import { prepareDataFolder } from '../dev/data-folder';
import { startPostgres } from '../dev/postgres';
import { seedDemoWorkspace, type DemoWorkspace } from '../dev/seed';
import { Supervisor } from '../dev/supervisor';
import { startProcess, type StartedProcess } from '../test/support/process';
import { buildOnce } from './build-once';

/** A separate, durable PostgreSQL (fsync on) with a built API, for benchmarks of ingestion. */
export interface EventService {
  databaseUrl: string;
  /** The same database as its superuser. */
  adminUrl: string;
  /** The pepper for hashing keys of additional workspaces. */
  keyPepper: string;
  demo: DemoWorkspace;
  api: StartedProcess;
  eventsUrl: string;
  stop(): Promise<void>;
}

const secret = 'bench-secret-0123456789';

/** @param environment overrides the API's settings */
export async function startEventService(environment: NodeJS.ProcessEnv = {}): Promise<EventService> {
  await buildOnce();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'apex-bench-'));
  prepareDataFolder(dataDir);
  const supervisor = new Supervisor(dataDir);
  process.once('exit', () => supervisor.killAll());
  const postgres = await startPostgres({ dataDir, password: 'bench', spawn: supervisor.spawn, preferredPorts: 0 });
  await migrate(postgres.url);
  const demo = await seedDemoWorkspace({ databaseUrl: postgres.url, keyPepper: secret });
  const api = await startProcess({
    entry: 'dist/api/server.js',
    env: {
      SYNC_API_KEY: secret,
      SESSION_SECRET: secret,
      KEY_PEPPER: secret,
      LINK_SECRET: secret,
      DATABASE_URL: postgres.url,
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      SES_ENDPOINT: 'http://127.0.0.1:1',
      PORT: '0',
      NODE_ENV: 'production',
      RATE_LIMIT_INGEST: '1000000',
      LOG_LEVEL: 'warn',
      ...environment,
    },
  });
  return {
    databaseUrl: postgres.url,
    adminUrl: postgres.adminUrl,
    keyPepper: secret,
    demo,
    api,
    eventsUrl: `http://127.0.0.1:${api.ready.port}/api/events`,
    async stop() {
      await api.stop();
      await supervisor.stopAll({ maxGraceMs: 10_000 });
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const pages = ['/', '/pricing', '/docs', '/blog/launch', '/signup'];
let made = 0;

/** Returns a realistic pageview with its own message id, of one of 5,000 visitors. */
export function madeEvent(): Record<string, unknown> {
  made += 1;
  const visitor = made % 5_000;
  return {
    type: 'pageview',
    visitorId: `visitor-${visitor}`,
    url: `https://shop.example.com${pages[made % pages.length]}?utm_source=newsletter&utm_medium=email`,
    referrer: 'https://www.google.com/',
    timestamp: new Date().toISOString(),
    messageId: `${process.pid}-${made}`,
    data: { title: 'Pricing', language: 'en-GB', index: made },
  };
}
