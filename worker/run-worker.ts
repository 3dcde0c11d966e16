import { Client, type Connection } from '@temporalio/client';
import { createActivities } from '../activities';
import { createMailCheck } from '../mail/check-mail';
import { createMailer } from '../mail/create-mailer';
import { createAdPlatforms, createContext } from '../context/create-context';
import type { Mailer, Settings } from '../operations/ports';
import type { WorkerSettings } from '../config';
import type { ServiceLogger } from '../logging';
import { connect, type Database } from '../db/connection/pool';
import { outboxBacklog } from '../db/outbox/outbox';
import { checkSchema } from '../db/schema-state';
import { readCredentialsKeys } from '../domain/connections/credentials-box';
import { checkTimeoutMs, createTemporalCheck } from '../temporal/check';
import { connectTemporal } from '../temporal/client-connection';
import { dataConverterOf } from '../temporal/payload-codec';
import { connectWorkers } from '../temporal/native-connection';
import { createThreads, type ThreadSettings } from '../threads/threads';
import type { ReconcileInput, ReconcileResult } from '../workflows/contract/maintenance';
import { createWorkers } from './create-workers';
import { startHealthServer } from './health';
import { releaseOf, workerIdentity } from './identity';
import { createWorkflows } from './workflow-client';
import { createSchedules, startOutbox } from './start-outbox';
import { checkClaims } from './outbox-readiness';
import { ensureSchedules, restoreSchedules } from './schedules';
import { readSdkMetrics } from './sdk-metrics';
import { registerSearchAttributes } from './temporal';
import { createWorkerMetrics } from './worker-metrics';
import { traceStarts } from './trace-interceptors';
import { startUpkeep, type Upkeep, type UpkeepOptions } from './upkeep';

/** Limits of a round of the reconciler. */
const reconcileRound: ReconcileInput = { limit: 2_000 };

export interface RunningWorker {
  healthPort: number;
  /** Takes no more work, finishes running work, and closes all connections. */
  stop(): Promise<void>;
  /** Rejects when a part of the worker fails permanently. */
  failed: Promise<never>;
}

/**
 * Starts a worker process: workflows and activities of its queues, the outbox with `journeys`, and the upkeep of Temporal
 * with `maintenance`.
 * @param given mailer to use instead of the configured one
 */
export async function runWorker(
  settings: WorkerSettings,
  logger: ServiceLogger,
  given?: Mailer,
): Promise<RunningWorker> {
  const { TEMPORAL_NAMESPACE: namespace, DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = settings;
  const database = connect({ url, directUrl, poolSize: settings.DATABASE_POOL, applicationName: 'apex-worker' });
  const mailer = given ?? createMailer(settings, { database, logger });
  const connection = await connectTemporal(settings, logger);
  const release = await releaseOf(settings);
  const shared = { connection, namespace, identity: workerIdentity(release) };
  const client = new Client({ ...shared, interceptors: { workflow: [traceStarts] }, ...dataConverterOf(settings) });
  // Schedules contain a workspace id and no personal data, and outlive keys, so they are not encrypted.
  const scheduler = new Client(shared);
  await registerSearchAttributes(client, namespace);
  const native = await connectWorkers(settings, logger);
  const threads = createThreads(threadsOf(settings));
  const activities = createActivities({
    ...createContext(
      {
        database,
        mailer,
        threads,
        settings: operationSettings(settings),
        ...createSchedules(scheduler, database),
        ...adPlatformsOf(settings),
        workflows: createWorkflows(client, namespace),
      },
      { logger, webhookAllowHosts: settings.WEBHOOK_ALLOW_HOSTS },
    ),
    recheckAfterSeconds: settings.RECONCILE_EVERY_SECONDS,
    callsPerHost: settings.WEBHOOK_CALLS_PER_HOST,
  });
  const workers = await createWorkers(native.connection, activities, settings);
  const runs = workers.map((worker) => worker.run());
  native.keepFresh(workers);
  const parts = await startPartsOf(settings, { client: scheduler, database, logger }, () =>
    activities.maintenance.reconcileExecutions(reconcileRound),
  );
  const health = await startHealthServer({
    host: settings.HOST,
    port: settings.WORKER_PORT,
    registry: createWorkerMetrics({ database, logger, mailer, release, threads, workers }),
    readSdkMetrics,
    ...readinessOf(settings, { database, mailer }, temporalCheck(settings, connection, logger)),
  });
  return {
    healthPort: health.port,
    failed: Promise.race(runs.map((run) => run.then(() => new Promise<never>(() => undefined)))),
    async stop() {
      await Promise.all([...parts.map((part) => part.stop()), native.stopWatch()]);
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      // Waiting render tasks are rejected: another worker retries them.
      await Promise.all([Promise.allSettled(runs), threads.close()]);
      await health.close();
      await native.close();
      await connection.close();
      mailer.close();
      await database.destroy();
    },
  };
}

type Parts = Pick<UpkeepOptions, 'client' | 'database' | 'logger'>;

/** Starts what runs next to the queues of this worker. */
async function startPartsOf(
  settings: WorkerSettings,
  parts: Parts & { logger: ServiceLogger },
  reconcile: () => Promise<ReconcileResult>,
): Promise<{ stop(): Promise<void> }[]> {
  const { WORKER_QUEUES: queues } = settings;
  const outbox = queues.includes('journeys')
    ? [startOutbox(settings, { ...parts, identity: parts.client.options.identity })]
    : [];
  if (!queues.includes('maintenance')) return outbox;
  await ensureSchedules(parts.client, settings);
  return [...outbox, keepTemporal(parts, settings, reconcile)];
}

/**
 * Restores what Temporal lost: first the search attributes that executions need, then the schedules, then the
 * executions.
 */
const keepTemporal = (parts: Parts, settings: WorkerSettings, reconcile: () => Promise<ReconcileResult>): Upkeep =>
  startUpkeep({
    ...parts,
    everyMs: settings.RECONCILE_EVERY_SECONDS * 1_000,
    tasks: {
      searchAttributes: () => registerSearchAttributes(parts.client, settings.TEMPORAL_NAMESPACE),
      schedules: () => restoreSchedules(parts.client, settings),
      async executions() {
        const result = await reconcile();
        if (result.restarted + result.ended > 0) parts.logger.info(result, 'executions differed from Temporal');
      },
    },
  });

/** Checks and values of `/readyz`. */
const readinessOf = (
  settings: WorkerSettings,
  { database, mailer }: { database: Database; mailer: Mailer },
  temporal: () => Promise<void>,
) => ({
  informative: { mail: createMailCheck(settings, mailer) },
  checks: {
    schema: () => checkSchema(database),
    postgresql: async () => void (await database.raw('select 1').timeout(2_000)),
    temporal,
    outbox: async () => checkClaims(await outboxBacklog(database)),
  },
  figures: { outbox: () => outboxBacklog(database) },
});

const threadsOf = (settings: WorkerSettings): ThreadSettings => ({
  threads: settings.THREADS,
  queue: settings.THREAD_QUEUE,
  taskMs: settings.THREAD_TASK_MS,
});

const operationSettings = (settings: WorkerSettings): Settings => ({
  publicUrl: settings.PUBLIC_URL,
  linkSecret: settings.LINK_SECRET,
  credentialsKeys: readCredentialsKeys(settings.CREDENTIALS_KEYS),
});

const adPlatformsOf = (settings: WorkerSettings) => ({
  adPlatforms: createAdPlatforms(settings.WEBHOOK_ALLOW_HOSTS, {
    googleAds: settings.GOOGLE_ADS_VERSION,
    metaAds: settings.META_ADS_VERSION,
    linkedInAds: settings.LINKEDIN_ADS_VERSION,
  }),
});

const temporalCheck = (
  settings: WorkerSettings,
  connection: Connection,
  logger: ServiceLogger,
): (() => Promise<void>) => {
  const call = () => connection.workflowService.getSystemInfo({});
  return createTemporalCheck(settings, () => connection.withDeadline(Date.now() + checkTimeoutMs, call), logger);
};
