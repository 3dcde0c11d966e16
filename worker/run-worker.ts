import { Client, type Connection } from '@temporalio/client';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
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
import { taskQueues } from '../workflows/contract/names';
import { workflowBundlePath } from './bundle';
import { startHealthServer } from './health';
import { createWorkflows } from './workflow-client';
import { createSchedules, startOutbox } from './start-outbox';
import { checkClaims } from './outbox-readiness';
import { ensureSchedules, reconcileRound, restoreSchedules } from './schedules';
import { registerSearchAttributes } from './temporal';
import { shareSlots } from './share-slots';
import { createWorkflowCounts } from './count-workflows';
import { createWorkerMetrics } from './worker-metrics';
import { traceActivities, traceStarts } from './trace-interceptors';
import { startUpkeep, type Upkeep, type UpkeepOptions } from './upkeep';

export interface RunningWorker {
  healthPort: number;
  /** Takes no more work, finishes running work, and closes all connections. */
  stop(): Promise<void>;
  /** Rejects when a part of the worker fails permanently. */
  failed: Promise<never>;
}

const shutdownGraceMs = 20_000;

/**
 * Starts a worker process: workflows and activities of the four queues, and the outbox.
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
  const interceptors = { workflow: [traceStarts] };
  const client = new Client({ connection, namespace, interceptors, ...dataConverterOf(settings) });
  // Schedules contain a workspace id and no personal data, and outlive keys, so they are not encrypted.
  const scheduler = new Client({ connection, namespace });
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
  const workers = await createWorkers(await sharedOptions(settings, native.connection), activities, settings);
  const runs = workers.map((worker) => worker.run());
  native.keepFresh(workers);
  await ensureSchedules(scheduler, settings);
  const outbox = startOutbox(settings, { database, logger });
  const upkeep = keepTemporal({ client: scheduler, database, logger }, settings, () =>
    activities.maintenance.reconcileExecutions(reconcileRound),
  );
  const health = await startHealthServer({
    host: settings.HOST,
    port: settings.WORKER_PORT,
    registry: createWorkerMetrics({ database, logger, mailer, threads, workers }),
    ...readinessOf(settings, { database, mailer }, temporalCheck(settings, connection, logger)),
  });
  return {
    healthPort: health.port,
    failed: Promise.race(runs.map((run) => run.then(() => new Promise<never>(() => undefined)))),
    async stop() {
      await Promise.all([outbox.stop(), upkeep.stop(), native.stopWatch()]);
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

/**
 * Restores what Temporal lost: first the search attributes that executions need, then the schedules, then the
 * executions.
 */
const keepTemporal = (
  parts: Pick<UpkeepOptions, 'client' | 'database' | 'logger'>,
  settings: WorkerSettings,
  reconcile: () => Promise<unknown>,
): Upkeep =>
  startUpkeep({
    ...parts,
    everyMs: settings.RECONCILE_EVERY_SECONDS * 1_000,
    tasks: {
      searchAttributes: () => registerSearchAttributes(parts.client, settings.TEMPORAL_NAMESPACE),
      schedules: () => restoreSchedules(parts.client, settings),
      executions: reconcile,
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

type Shared = Pick<
  WorkerOptions,
  'workflowBundle' | 'connection' | 'namespace' | 'shutdownGraceTime' | 'dataConverter' | 'interceptors' | 'sinks'
>;

const sharedOptions = async (settings: WorkerSettings, connection: NativeConnection): Promise<Shared> => ({
  connection,
  namespace: settings.TEMPORAL_NAMESPACE,
  shutdownGraceTime: shutdownGraceMs,
  interceptors: { activity: [traceActivities] },
  sinks: createWorkflowCounts(),
  workflowBundle: { codePath: settings.WORKFLOW_BUNDLE ?? (await workflowBundlePath()) },
  ...dataConverterOf(settings),
});

/** The service's own work needs only a few concurrent workflows. */
const cachedMaintenance = 20;

const createWorkers = (
  shared: Shared,
  activities: ReturnType<typeof createActivities>,
  settings: WorkerSettings,
): Promise<Worker[]> =>
  Promise.all([
    Worker.create({
      ...shared,
      taskQueue: taskQueues.journeys,
      activities: activities.journeys,
      // 0.4 MB each. Others are replayed when they continue.
      maxCachedWorkflows: settings.WORKER_CACHED_RUNS,
    }),
    Worker.create({
      // Where the server is fair, a workspace's backlog does not delay others, and sends do not hang.
      ...activitiesOnly(shared, settings.WORKER_EMAIL_SLOTS, { isShared: settings.TEMPORAL_FAIRNESS === 'off' }),
      taskQueue: taskQueues.email,
      activities: activities.email,
    }),
    Worker.create({
      ...activitiesOnly(shared, settings.WORKER_WEBHOOK_SLOTS, { isShared: true }),
      taskQueue: taskQueues.webhooks,
      activities: activities.webhooks,
    }),
    Worker.create({
      ...shared,
      taskQueue: taskQueues.maintenance,
      activities: activities.maintenance,
      maxCachedWorkflows: cachedMaintenance,
      workflowThreadPoolSize: 1,
    }),
  ]);

/**
 * Returns the options for a queue that only runs activities.
 * @param options.isShared whether workspaces share the slots
 */
function activitiesOnly(
  { workflowBundle: _, interceptors, ...rest }: Shared,
  slots: number,
  { isShared }: { isShared: boolean },
) {
  const activity = [...(interceptors?.activity ?? []), ...(isShared ? [shareSlots(slots)] : [])];
  return { ...rest, interceptors: { activity }, maxConcurrentActivityTaskExecutions: slots };
}

const temporalCheck = (
  settings: WorkerSettings,
  connection: Connection,
  logger: ServiceLogger,
): (() => Promise<void>) => {
  const call = () => connection.workflowService.getSystemInfo({});
  return createTemporalCheck(settings, () => connection.withDeadline(Date.now() + checkTimeoutMs, call), logger);
};
