import { useTemporalRuntime } from './temporal-runtime';
import { temporal } from '@temporalio/proto';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker, type ActivityInboundCallsInterceptor } from '@temporalio/worker';
import { createJourneyActivities } from '../../activities/journeys';
import { createSesMailer } from '../../mail/ses-mailer';
import { createEmailActivities } from '../../activities/steps/send';
import { createWebhookActivities } from '../../activities/steps/webhook';
import { connect } from '../../db/connection/pool';
import { createThreads } from '../../threads/threads';
import { startJourneyWorkflow } from '../../worker/journey-workflows';
import { journeyWorkflowId } from '../../workflows/contract/journey-execution';
import { searchAttributeTypes, taskQueues } from '../../workflows/contract/names';
import { operationContext } from './operation-context';
import { createSkippedClock, type SkippedClock } from './skipped-clock';
import { startTimeSkippingServer } from './time-skipping-server';
import { createWorld, type World } from './world';

/**
 * A service with executions that pass days in moments. The API stays in the present, so its actions happen before an
 * execution.
 */
export interface TimeSkippingWorld {
  world: World;
  /** The server's clock, in milliseconds. */
  currentTimeMs(): Promise<number>;
  /**
   * Runs an execution to its end, with the server's clock in activities and queries.
   * @param stride how far the clock moves between two checks of the execution; three days by default
   */
  runToEnd(executionId: string, stride?: '3 days' | '365 days'): Promise<void>;
  historyOf(executionId: string): Promise<temporal.api.history.v1.IHistory>;
  stop(): Promise<void>;
}

export async function createTimeSkippingWorld(options: { webhookAllowHosts: string[] }): Promise<TimeSkippingWorld> {
  const world = await createWorld({ temporal: false });
  await useTemporalRuntime();
  const server = await startTimeSkippingServer();
  await addSearchAttributes(server);
  const clock = await createSkippedClock(world.database, world.databaseUrl);
  const stopWorkers = await startWorkers(world, { server, clock, ...options });
  return {
    world,
    currentTimeMs: () => server.currentTimeMs(),
    async runToEnd(executionId, stride = '3 days') {
      // The execution was created in the present, where its first step was entered, so the step is entered again by the
      // server's clock.
      await world.database('execution_steps').where({ execution_id: executionId }).delete();
      await startJourneyWorkflow(
        { client: server.client, database: world.database, publicUrl: 'http://apex.test' },
        world.demo.workspaceId,
        executionId,
      );
      const run = server.client.workflow.getHandle(journeyWorkflowId(executionId));
      // Waiting for the result would skip years after the execution ends, to the timeouts of finished activities.
      while ((await run.describe()).status.name === 'RUNNING') await server.sleep(stride);
    },
    historyOf: (executionId) => server.client.workflow.getHandle(journeyWorkflowId(executionId)).fetchHistory(),
    async stop() {
      await stopWorkers();
      clock.restore();
      await server.teardown();
      await world.stop();
    },
  };
}

/** Registers search attributes. This server has no list of them, which a worker requests first. */
async function addSearchAttributes({ connection }: TestWorkflowEnvironment): Promise<void> {
  const { INDEXED_VALUE_TYPE_INT, INDEXED_VALUE_TYPE_KEYWORD } = temporal.api.enums.v1.IndexedValueType;
  const searchAttributes = Object.fromEntries(
    Object.entries(searchAttributeTypes).map(([name, type]) => [
      name,
      type === 'INT' ? INDEXED_VALUE_TYPE_INT : INDEXED_VALUE_TYPE_KEYWORD,
    ]),
  );
  await connection.operatorService.addSearchAttributes({ namespace: 'default', searchAttributes });
}

interface WorldContext {
  server: TestWorkflowEnvironment;
  clock: SkippedClock;
  webhookAllowHosts: string[];
}

/** Starts workers of all queues. Their activities first set the clock to the server's. */
async function startWorkers(
  world: World,
  { server, clock, webhookAllowHosts }: WorldContext,
): Promise<() => Promise<void>> {
  const database = connect({ url: clock.databaseUrl, poolSize: 8, applicationName: 'apex-skipping' });
  const mailer = createSesMailer({
    endpoint: world.sesEndpoint,
    region: 'eu-central-1',
    from: 'apex@example.com',
    timeoutMs: 60_000,
    configurationSet: undefined,
    senderDomains: new Map(),
  });
  const threads = createThreads({ threads: 1, queue: 64, taskMs: 5_000 });
  const neverPaused = {
    ...mailer,
    admit: () => Promise.resolve({ kind: 'open' as const }),
    findPause: () => Promise.resolve(null),
  };
  const context = operationContext(
    world,
    { database, mailer: neverPaused, threads },
    { allowHosts: webhookAllowHosts },
  );
  const inbound: ActivityInboundCallsInterceptor = {
    execute: async (input, next) => clock.at(await server.currentTimeMs(), () => next(input)),
  };
  const shared = {
    connection: server.nativeConnection,
    namespace: 'default',
    interceptors: { activity: [() => ({ inbound })] },
  };
  const workflowBundle = { codePath: world.environment['WORKFLOW_BUNDLE'] ?? '' };
  const activities = {
    ...createJourneyActivities(context),
    ...createWebhookActivities({ ...context, callsPerHost: 20 }),
    ...createEmailActivities(context),
  };
  const workers = await Promise.all(
    Object.values(taskQueues).map((taskQueue) =>
      Worker.create({
        ...shared,
        taskQueue,
        activities,
        ...(taskQueue === taskQueues.journeys ? { workflowBundle } : {}),
      }),
    ),
  );
  const runs = workers.map((worker) => worker.run());
  return async () => {
    for (const worker of workers) worker.shutdown();
    await Promise.all(runs);
    await threads.close();
    mailer.close();
    await database.destroy();
  };
}
