import path from 'node:path';
import { connect, type Database } from '../db/connection/pool';
import { rowsOf } from '../db/connection/statements';
import { migrate } from '../db/migrate';
import { seedDemoWorkspace } from '../dev/seed';
import { startProcess, type StartedProcess } from '../test/support/process';
import { startTestServers, type TestServers } from '../test/support/test-servers';
import { buildOnce } from './build-once';

/** PostgreSQL, Temporal, a mail sink and an API, for benchmarks of journeys, which start workers on them. */
export interface JourneyService {
  workspaceId: string;
  /** The public key of the snippet. */
  workspaceKey: string;
  databaseUrl: string;
  baseUrl: string;
  /** URL of the API that accepts events; the same as `baseUrl` unless events have a separate API. */
  eventsUrl: string;
  syncApiKey: string;
  keyPepper: string;
  database: Database;
  temporalAddress: string;
  sesEndpoint: string;
  api: StartedProcess;
  post(path: string, body?: unknown): Promise<Record<string, unknown>>;
  get(path: string): Promise<unknown>;
  /** @param entry a process that starts a worker and reports when it is ready */
  startWorker(entry?: string): Promise<StartedProcess>;
  stop(): Promise<void>;
}

const secret = 'bench-secret-0123456789';

const environmentOf = (
  servers: Pick<TestServers, 'databaseUrl' | 'temporalAddress' | 'sesEndpoint'>,
): NodeJS.ProcessEnv => ({
  SYNC_API_KEY: secret,
  SESSION_SECRET: secret,
  KEY_PEPPER: secret,
  LINK_SECRET: secret,
  LOG_LEVEL: 'warn',
  DATABASE_URL: servers.databaseUrl,
  TEMPORAL_ADDRESS: servers.temporalAddress,
  SES_ENDPOINT: servers.sesEndpoint,
  PORT: '0',
  RATE_LIMIT_INGEST: '1000000',
  RATE_LIMIT_WRITE: '1000000',
  RATE_LIMIT_READ: '1000000',
  WORKER_PORT: '0',
  NODE_ENV: 'production',
  // Prebuilt, as in the Docker image.
  WORKFLOW_BUNDLE: path.resolve(__dirname, '../build/workflow-bundle.js'),
  MALLOC_ARENA_MAX: '2',
});

/**
 * @param options.eventsApart gives events a separate API process with a higher priority than the other API, and both a
 *   higher priority than the worker, as in docker-compose.yml
 * @param options.durable uses the stack's own settings of PostgreSQL and Temporal; otherwise without fsync and in
 *   memory
 * @param options.settings override settings of the processes
 */
export async function startJourneyService({
  eventsApart = false,
  durable = false,
  settings = {},
}: { eventsApart?: boolean; durable?: boolean; settings?: NodeJS.ProcessEnv } = {}): Promise<JourneyService> {
  await buildOnce();
  const servers = await startTestServers({ asInStack: true, durable });
  const { temporalAddress, sesEndpoint } = servers;
  const databaseUrl = servers.databaseUrl.replace(/\/[^/]*$/, '/apex');
  await migrate(databaseUrl);
  const { workspaceId, workspaceKey, serverKey } = await seedDemoWorkspace({ databaseUrl, keyPepper: secret });
  const env = { ...environmentOf({ ...servers, databaseUrl }), ...settings };
  const api = await startProcess({ entry: 'dist/api/server.js', env, givesWay: eventsApart ? 'somewhat' : undefined });
  const events = eventsApart ? await startProcess({ entry: 'dist/api/server.js', env }) : api;
  const urlOf = ({ ready }: StartedProcess): string => `http://127.0.0.1:${ready.port}`;
  const database = connect({ url: databaseUrl, poolSize: 4, applicationName: 'apex-bench' });
  // Without a frequency cap, because people get many messages here.
  await database('workspaces').where({ id: workspaceId }).update({ frequency_cap: null });
  const workers: StartedProcess[] = [];
  return {
    workspaceId,
    workspaceKey,
    database,
    databaseUrl,
    temporalAddress,
    sesEndpoint,
    syncApiKey: secret,
    keyPepper: secret,
    baseUrl: urlOf(api),
    eventsUrl: urlOf(events),
    api,
    async get(path) {
      const response = await fetch(urlOf(api) + path, { headers: { 'x-api-key': serverKey } });
      const reply: unknown = await response.json();
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(reply)}`);
      return reply;
    },
    async post(path, body) {
      const response = await fetch(urlOf(path.endsWith('/events') ? events : api) + path, {
        method: 'POST',
        headers: { 'x-api-key': serverKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const reply = (await response.json()) as Record<string, unknown>;
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(reply)}`);
      return reply;
    },
    async startWorker(entry = 'dist/worker/main.js') {
      const worker = await startProcess({ entry, env, givesWay: eventsApart ? 'most' : 'much' });
      workers.push(worker);
      return worker;
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await api.stop();
      if (eventsApart) await events.stop();
      await database.destroy();
      await servers.stop();
    },
  };
}

/** Publishes a journey without a holdout. `$hello` in its steps is replaced by the id of a communication. */
export async function publish(service: JourneyService, eventName: string, steps: unknown[]): Promise<string> {
  const hello = await service.post('/api/communications', {
    name: 'Hello',
    commType: 'marketing',
    slots: { subject: 'Hello', body: 'Glad to see you, {{ email }}.' },
  });
  const contract = await service.post('/api/trigger-contracts', { eventName });
  const named = JSON.parse(JSON.stringify(steps).replaceAll('$hello', String(hello['id']))) as unknown[];
  const journey = await service.post('/api/journeys', {
    name: eventName,
    triggerContractId: contract['id'],
    holdoutPercent: 0,
    steps: named,
  });
  await service.post(`/api/journeys/${String(journey['id'])}/publish`);
  return String(journey['id']);
}

let people = 0;

/** Returns an event of a new person. */
export function eventOfNewPerson(type: string): Record<string, unknown> & { email: string } {
  people += 1;
  return { type, email: `person-${people}@example.com`, messageId: `bench-${people}` };
}

/** Posts the page view of a new visitor, as the snippet does. */
export function visit({ post, workspaceKey }: Pick<JourneyService, 'post' | 'workspaceKey'>): Promise<unknown> {
  people += 1;
  const event = { type: 'pageview', visitorId: `visitor-${people}`, url: 'https://shop.example.com/shoes' };
  return post('/api/events', { projectKey: workspaceKey, events: [event] });
}

/** Posts events of `count` new people, several at a time. */
export async function startPeople({ post }: Pick<JourneyService, 'post'>, type: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += 50) {
    const events = Array.from({ length: Math.min(50, count - made) }, () => eventOfNewPerson(type));
    await post('/api/v1/events', { events });
  }
}

const batchSize = 50;
const concurrentBatches = 8;

/**
 * Posts events of `count` new people in batches of 50, eight at a time.
 * @returns the total time, and the time of each batch
 */
export async function sendBatches(
  { post }: Pick<JourneyService, 'post'>,
  type: string,
  count: number,
): Promise<{ seconds: number; batchMs: number[] }> {
  const batches = Array.from({ length: Math.ceil(count / batchSize) }, (_, index) =>
    Array.from({ length: Math.min(batchSize, count - index * batchSize) }, () => eventOfNewPerson(type)),
  );
  const batchMs: number[] = [];
  const startedAt = performance.now();
  const sendNext = async (): Promise<void> => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      const sentAt = performance.now();
      await post('/api/v1/events', { events: batch });
      batchMs.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: concurrentBatches }, sendNext));
  return { seconds: (performance.now() - startedAt) / 1_000, batchMs };
}

export async function countExecutions(database: Database, journeyId: string, status: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    database.raw('select count(*)::int as count from executions where journey_id = ? and status = ?', [
      journeyId,
      status,
    ]),
  );
  return row?.count ?? 0;
}

/** Polls until the condition is true. @throws Error after `withinMs` */
export async function until(
  probe: () => Promise<boolean>,
  { everyMs, withinMs }: { everyMs: number; withinMs: number },
) {
  const endsAt = performance.now() + withinMs;
  while (!(await probe())) {
    if (performance.now() > endsAt) throw new Error(`Not so after ${withinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
