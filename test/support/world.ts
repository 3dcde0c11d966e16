import type { Client } from '@temporalio/client';
import { connect, type Database } from '../../db/connection/pool';
import { loadApiSettings, loadWorkerSettings } from '../../config';
import { seedDemoWorkspace, type DemoWorkspace } from '../../dev/seed';
import { createLogger } from '../../logging';
import { runApi, type RunningApi } from '../../api/run-api';
import { runWorker, type RunningWorker } from '../../worker/run-worker';
import { createTestDatabase } from './database';
import { createNamespace, endSchedules } from './namespace';
import { temporalClient } from './temporal-history';
import { useTemporalRuntime } from './temporal-runtime';
import { apiClient, type ApiClient } from './api-client';

/** A service for one test file: its own database and namespace, the API in this process, and optionally a worker. */
export interface World {
  environment: NodeJS.ProcessEnv;
  database: Database;
  databaseUrl: string;
  temporalAddress: string;
  namespace: string;
  /** A client of the namespace, which connects on first use. */
  temporal: Client;
  sesEndpoint: string;
  demo: DemoWorkspace;
  /** Calls the API with the server key. */
  api: ApiClient;
  /** Calls the API with the owner's user key, for actions that require a person. */
  ownerApi: ApiClient;
  apiUrl: string;
  /** Resolves when the API has stored what it does after its responses (opens, clicks). */
  settled(): Promise<void>;
  /** Opens another pool of the database. The world closes it when it stops. */
  connect(poolSize: number, applicationName?: string): Database;
  /** Starts another API with overridden settings, and with a stand-in for Amazon SNS if given. The world stops it. */
  startApi(overrides?: NodeJS.ProcessEnv, sns?: Parameters<typeof runApi>[2]): Promise<RunningApi & { url: string }>;
  startWorker(overrides?: NodeJS.ProcessEnv): Promise<RunningWorker>;
  stop(): Promise<void>;
}

type DatabaseSettings = (databaseUrl: string) => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>;

const secrets = {
  SYNC_API_KEY: 'test-sync-secret-0123456789',
  SESSION_SECRET: 'test-session-secret-0123456789',
  KEY_PEPPER: 'test-key-pepper-0123456789',
  LINK_SECRET: 'test-link-secret-0123456789',
  CREDENTIALS_KEYS: `test:${Buffer.from('test-credentials-key-of-32-bytes').toString('base64')}`,
};

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: run the tests through jest, whose global setup starts what they need.`);
  return value;
};

interface WorldOptions {
  /** Whether the world has a Temporal namespace; true by default. */
  temporal?: boolean;
  /** Overrides settings of the API and the workers. A function receives the database's URL. */
  environment?: NodeJS.ProcessEnv | DatabaseSettings;
}

/**
 * Creates a world before the tests of the calling file or describe block, and stops it after them. Tests and hooks that
 * are defined below the call can use it. Jest runs `afterAll` hooks in the order of their definition, so a hook that
 * must run before the world stops is defined above the call.
 */
export function useWorld(options: WorldOptions = {}): World {
  const world: Partial<World> = {};
  beforeAll(async () => void Object.assign(world, await createWorld(options)));
  afterAll(() => world.stop?.());
  return new Proxy(world, {
    get(target, name) {
      if (target.stop === undefined)
        throw new Error(`The world does not exist yet: use \`world.${String(name)}\` inside a test or a later hook.`);
      return Reflect.get(target, name) as unknown;
    },
  }) as World;
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const { temporal = true, environment: overrides = {} } = options;
  const temporalAddress = required('TEST_TEMPORAL_ADDRESS');
  const sesEndpoint = required('TEST_SES_ENDPOINT');
  const [testDatabase, namespace] = await Promise.all([
    createTestDatabase(),
    temporal ? createNamespace(temporalAddress) : Promise.resolve('unused'),
  ]);
  const environment: NodeJS.ProcessEnv = {
    ...secrets,
    NODE_ENV: 'test',
    // Tests send more requests per minute than a person. Tests of the limits set them.
    RATE_LIMITS: 'off',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    PORT: '0',
    WORKER_PORT: '0',
    DATABASE_URL: testDatabase.url,
    DATABASE_POOL: '10',
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: namespace,
    SES_ENDPOINT: sesEndpoint,
    WORKFLOW_BUNDLE: required('WORKFLOW_BUNDLE'),
    // For the sink. No machine is that slow.
    SES_TIMEOUT_MS: '60000',
    ...(typeof overrides === 'function' ? await overrides(testDatabase.url) : overrides),
  };
  const apis = new Set<RunningApi>();
  const startApi: World['startApi'] = async (overrides = {}, sns) => {
    const settings = loadApiSettings({ ...environment, ...overrides });
    const api = await runApi(settings, createLogger('api', settings.LOG_LEVEL), sns);
    return { ...stoppedOnce(api, apis), url: `http://127.0.0.1:${api.port}` };
  };
  const api = await startApi();
  const demo = await seedDemoWorkspace({ databaseUrl: testDatabase.url, keyPepper: secrets.KEY_PEPPER });
  const pools: Database[] = [];
  const openPool: World['connect'] = (poolSize, applicationName = 'apex-test') => {
    const pool = connect({ url: testDatabase.url, poolSize, applicationName });
    pools.push(pool);
    return pool;
  };
  const client = temporalClient(temporalAddress, namespace);
  const workers = new Set<RunningWorker>();
  let hadWorker = false;
  return {
    environment,
    database: openPool(4),
    databaseUrl: testDatabase.url,
    temporalAddress,
    namespace,
    temporal: client,
    sesEndpoint,
    demo,
    api: apiClient(api.url, demo.serverKey),
    ownerApi: apiClient(api.url, demo.userKey),
    apiUrl: api.url,
    settled: api.settled,
    connect: openPool,
    startApi,
    async startWorker(overrides = {}) {
      if (workers.size === 0) await useTemporalRuntime();
      const settings = loadWorkerSettings({ ...environment, ...overrides });
      const worker = await runWorker(settings, createLogger('worker', settings.LOG_LEVEL));
      hadWorker = true;
      return stoppedOnce(worker, workers);
    },
    async stop() {
      await Promise.all([...workers].map((worker) => worker.stop()));
      if (hadWorker) await endSchedules(temporalAddress, namespace);
      await client.connection.close();
      await Promise.all([...apis].map((one) => one.stop()));
      await Promise.all(pools.map((pool) => pool.destroy()));
      await testDatabase.drop();
    },
  };
}

/** Adds a running part to those that the world stops, and removes it if a test stops it first. */
function stoppedOnce<Part extends { stop(): Promise<void> }>(part: Part, running: Set<Part>): Part {
  running.add(part);
  return {
    ...part,
    stop() {
      running.delete(part);
      return part.stop();
    },
  };
}
