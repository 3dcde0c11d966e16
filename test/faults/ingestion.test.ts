import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Database } from '../../db/connection/pool';
import { migrate } from '../../db/migrate';
import { prepareDataFolder } from '../../dev/data-folder';
import { findFreePort } from '../../dev/free-port';
import { startPostgres } from '../../dev/postgres';
import { seedDemoWorkspace } from '../../dev/seed';
import { Supervisor } from '../../dev/supervisor';
import { startEventLoad, type EventLoad } from '../support/event-load';
import { startProcess, type StartedProcess } from '../support/process';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** Under load, an event with a 200 response is stored exactly once, whatever is killed or unavailable. */

const world = useWorld({ temporal: false });

const processes: StartedProcess[] = [];

afterEach(async () => {
  for (const started of processes.splice(0)) {
    started.kill('SIGKILL');
    await started.exited;
  }
});

async function startApi(overrides: NodeJS.ProcessEnv = {}): Promise<StartedProcess> {
  const started = await startProcess({ entry: 'api/server.ts', env: { ...world.environment, ...overrides } });
  processes.push(started);
  return started;
}

/** Returns the stored message ids of a visitor's events, and the number of rows. */
async function storedMessages(database: Database, { visitorId }: EventLoad) {
  const rows = await database('events').where({ visitor_id: visitorId }).pluck<string[]>('message_id');
  return { rows: rows.length, messageIds: new Set(rows) };
}

async function expectEachOnce(database: Database, load: EventLoad): Promise<void> {
  const { rows, messageIds } = await storedMessages(database, load);
  expect([...load.acknowledged].filter((messageId) => !messageIds.has(messageId))).toEqual([]);
  expect(rows).toBe(messageIds.size);
  // Every batch was retried until it was acknowledged, so no other rows can be stored.
  expect(rows).toBe(load.acknowledged.size);
}

const residentMegabytes = ({ pid }: StartedProcess): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

test('the API is killed 20 times under load: each acknowledged event is stored once, and none is lost', async () => {
  const PORT = String(await findFreePort(0));
  const load = startEventLoad({
    baseUrl: () => `http://127.0.0.1:${PORT}`,
    workspaceKey: world.demo.workspaceKey,
    connections: 16,
    eventsPerRequest: 5,
  });
  for (let round = 1; round <= 20; round += 1) {
    const api = await startApi({ PORT });
    const before = load.acknowledged.size;
    await waitFor(() => load.acknowledged.size > before + 500, { intervalMs: 5 });
    api.kill('SIGKILL');
    await api.exited;
  }
  await startApi({ PORT });
  await load.finish();
  expect(load.statuses.get('broken')).toBeGreaterThan(20);
  expect(load.acknowledged.size).toBeGreaterThan(10_000);
  await expectEachOnce(world.database, load);
});

describe('PostgreSQL is unavailable for 30 s under load', () => {
  it('stopped: 503 with Retry-After, no false 200, stable memory, nothing lost or counted twice', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'apex-fault-'));
    prepareDataFolder(dataDir);
    const supervisor = new Supervisor(dataDir);
    const own = { dataDir, password: 'only-for-this-test', spawn: supervisor.spawn };
    try {
      let postgres = await startPostgres({ ...own, preferredPorts: 0 });
      const { port, url: databaseUrl } = postgres;
      await migrate(databaseUrl);
      const demo = await seedDemoWorkspace({ databaseUrl, keyPepper: world.environment['KEY_PEPPER'] ?? '' });
      const api = await startApi({ DATABASE_URL: databaseUrl });
      const load = startEventLoad({
        baseUrl: () => `http://127.0.0.1:${api.ready.port}`,
        workspaceKey: demo.workspaceKey,
        connections: 32,
        eventsPerRequest: 5,
      });
      await waitFor(() => load.acknowledged.size > 2_000);
      const memoryBefore = residentMegabytes(api);
      await postgres.stop();
      const acknowledgedAtStop = load.acknowledged.size;
      await delay(30_000);
      // The last responses may still have been in transit when the server stopped.
      expect(load.acknowledged.size).toBeLessThanOrEqual(acknowledgedAtStop + 32 * 5);
      const memoryWhileUnavailable = residentMegabytes(api);
      postgres = await startPostgres({ ...own, preferredPorts: port });
      const atReturn = load.acknowledged.size;
      await waitFor(() => load.acknowledged.size > atReturn + 2_000);
      await load.finish();
      expect(load.statuses.get(503)).toBeGreaterThan(100);
      expect(load.withoutRetryAfter).toBe(0);
      expect(new Set(load.statuses.keys())).toEqual(new Set([200, 503]));
      expect(memoryWhileUnavailable).toBeLessThan(memoryBefore + 150);
      const database = connect({ url: databaseUrl, poolSize: 1, applicationName: 'apex-test' });
      await expectEachOnce(database, load);
      await database.destroy();
      await api.stop();
      await postgres.stop();
    } finally {
      await supervisor.stopAll({ maxGraceMs: 5_000 });
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('frozen: senders get 503 within the deadline, and everything is stored once when it responds again', async () => {
    const target = new URL(world.databaseUrl);
    const proxy: TcpProxy = await startTcpProxy(target.hostname, Number(target.port));
    try {
      const api = await startApi({ DATABASE_URL: proxy.urlFor(world.databaseUrl) });
      const load = startEventLoad({
        baseUrl: () => `http://127.0.0.1:${api.ready.port}`,
        workspaceKey: world.demo.workspaceKey,
        connections: 32,
        eventsPerRequest: 5,
        timeoutMs: 60_000,
      });
      await waitFor(() => load.acknowledged.size > 2_000);
      proxy.pauseUpstream();
      await waitFor(() => (load.statuses.get(503) ?? 0) >= 32, { what: '32 answers of 503' });
      await delay(20_000);
      proxy.resume();
      const atReturn = load.acknowledged.size;
      await waitFor(() => load.acknowledged.size > atReturn + 2_000);
      await load.finish();
      expect(load.withoutRetryAfter).toBe(0);
      expect(new Set(load.statuses.keys())).toEqual(new Set([200, 503]));
      await expectEachOnce(world.database, load);
    } finally {
      await proxy.close();
    }
  });
});
