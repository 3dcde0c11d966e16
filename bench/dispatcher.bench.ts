import { Client, WorkflowIdReusePolicy } from '@temporalio/client';
import { loadWorkerSettings } from '../config';
import { connect, type Database } from '../db/connection/pool';
import { changeOf, enqueue, outboxBacklog } from '../db/outbox/outbox';
import { createLogger } from '../logging';
import { openTemporalConnection } from '../temporal/client-connection';
import { startOutbox } from '../worker/start-outbox';
import { journeyWorkflowId } from '../workflows/contract/journey-execution';
import { taskQueues, workflowTypes } from '../workflows/contract/names';
import { publish, sendBatches, startJourneyService, until, type JourneyService } from './journey-service';
import { median } from './median';
import { startStandIn, type StandIn } from './start-stand-in';

/**
 * Measures workflow starts per second of one dispatcher: commands of real executions, with a Temporal that responds to
 * each call after 5 ms. The floor is a bare client that starts the same workflows, 100 at the same time. Then
 * measures how long a signal waits next to starts: none, a backlog, and a backlog that Temporal refuses. The target is
 * 1,000 starts per second. BENCH_RUNS changes the number of starts per round.
 */

const starts = Number(process.env['BENCH_RUNS'] ?? 4_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const signals = 20;
const delayMs = 5;
const concurrency = 100;

interface Bench {
  service: JourneyService;
  standIn: StandIn;
  /** The pool of the dispatcher. */
  database: Database;
  journeyId: string;
}

async function main(): Promise<void> {
  const service = await startJourneyService();
  const standIn = await startStandIn({ delayMs });
  const database = connect({ url: service.databaseUrl, poolSize: 10, applicationName: 'apex-worker' });
  try {
    const journeyId = await publish(service, 'bench_started', [
      { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' },
      { id: 'end', kind: 'exit' },
    ]);
    await sendBatches(service, 'bench_started', starts);
    // Including the schedule of the workspace's digest, which the stand-in does not have.
    await service.database('outbox').delete();
    const bench = { service, standIn, database, journeyId };
    await measureStarts(bench);
    await measureSignals(bench);
  } finally {
    await database.destroy();
    standIn.end();
    await service.stop();
  }
}

async function measureStarts(bench: Bench): Promise<void> {
  const [floor, product]: [number[], number[]] = [[], []];
  // Without the compiler's work.
  await startBare(bench);
  await dispatch(bench);
  for (let round = 0; round < rounds; round += 1) {
    floor.push(await startBare(bench));
    product.push(await dispatch(bench));
    console.log(`  floor ${show(floor.at(-1))}   dispatcher ${show(product.at(-1))}`);
  }
  const ratio = median(product.map((rate, index) => rate / (floor[index] ?? NaN)));
  console.log(
    `dispatcher: ${show(median(product))}, goal 1000; bare client ${show(median(floor))}; ${ratio.toFixed(2)} of the floor`,
  );
}

const show = (rate = NaN): string => `${rate.toFixed(0)} starts/s`;

const settingsOf = ({ service, standIn }: Bench) =>
  loadWorkerSettings({
    DATABASE_URL: service.databaseUrl,
    TEMPORAL_ADDRESS: standIn.address,
    LINK_SECRET: service.keyPepper,
    SES_ENDPOINT: service.sesEndpoint,
  });

const startDispatcher = (bench: Bench) =>
  startOutbox(settingsOf(bench), {
    identity: 'bench',
    database: bench.database,
    logger: createLogger('bench', 'silent'),
  });

/** Runs a dispatcher until all commands are executed. @returns starts per second */
async function dispatch(bench: Bench): Promise<number> {
  await fillOutbox(bench);
  await bench.standIn.count();
  const startedAt = performance.now();
  const outbox = startDispatcher(bench);
  await untilEmpty(bench);
  const seconds = (performance.now() - startedAt) / 1_000;
  await outbox.stop();
  const { StartWorkflowExecution: called } = await bench.standIn.count();
  if (called !== starts) throw new Error(`${called} starts were called, not ${starts}.`);
  return starts / seconds;
}

/** Writes the commands of executions again: the stand-in accepts every start. */
async function fillOutbox({ service: { database }, journeyId }: Bench): Promise<void> {
  await database.raw(
    `insert into outbox (workspace_id, kind, subject_id)
     select workspace_id, 'start_execution', id from executions where journey_id = ? order by id limit ?
     on conflict do nothing`,
    [journeyId, starts],
  );
  await database.raw('vacuum analyze outbox');
}

const untilEmpty = ({ service: { database } }: Bench): Promise<void> =>
  until(async () => (await database('outbox').first('id')) === undefined, { everyMs: 20, withinMs: 60_000 });

/** Starts the same workflows with a client alone. @returns starts per second */
async function startBare(bench: Bench): Promise<number> {
  const { service, journeyId } = bench;
  const rows = await service
    .database('executions')
    .where({ journey_id: journeyId })
    .orderBy('id')
    .limit(starts)
    .select<{ id: string; workspace_id: string; end_user_id: string }[]>('id', 'workspace_id', 'end_user_id');
  const connection = openTemporalConnection(settingsOf(bench), { retries: false });
  const client = new Client({ connection });
  const startedAt = performance.now();
  const queue = rows.values();
  const work = async (): Promise<void> => {
    for (const { id, workspace_id: workspaceId, end_user_id: endUserId } of queue) {
      await client.workflow.start(workflowTypes.journey, {
        taskQueue: taskQueues.journeys,
        workflowId: journeyWorkflowId(id),
        args: [{ workspaceId, executionId: id, journeyId, version: 1, place: { stepId: 'pause' } }],
        staticSummary: `${journeyId} v1 · ${endUserId}`,
        staticDetails: `Journey **${journeyId}**, version 1, subject **${endUserId}**.`,
        searchAttributes: {
          WorkspaceId: [workspaceId],
          JourneyId: [journeyId],
          JourneyVersion: [1],
          EndUserId: [endUserId],
          CurrentStepId: ['pause'],
        },
        workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const seconds = (performance.now() - startedAt) / 1_000;
  await connection.close();
  return rows.length / seconds;
}

async function measureSignals(bench: Bench): Promise<void> {
  const { service, standIn, journeyId } = bench;
  const last = await service.database('executions').where({ journey_id: journeyId }).orderBy('id', 'desc').first('id');
  const { id } = last as { id: string };
  await service.database('executions').where({ id }).update({ goal_event_id: 'evt_bench' });
  const outbox = startDispatcher(bench);
  await signalMs(bench, id);
  const quiet = await timesOf(() => signalMs(bench, id));
  const busy = await timesOf(async () => {
    if ((await outboxBacklog(service.database)).commands < starts / 4) await fillOutbox(bench);
    return signalMs(bench, id);
  });
  await untilEmpty(bench);
  await standIn.limitStarts(true);
  await fillOutbox(bench);
  await until(async () => (await service.database('outbox').where('attempts', '>', 0).first('id')) !== undefined, {
    everyMs: 20,
    withinMs: 60_000,
  });
  const refused = await timesOf(() => signalMs(bench, id));
  await standIn.limitStarts(false);
  await outbox.stop();
  console.log(
    `a signal: ${showTimes(quiet)} alone, ${showTimes(busy)} next to ${starts} starts, and ${showTimes(refused)} next to ` +
      `${starts} starts that Temporal refuses (RESOURCE_EXHAUSTED)`,
  );
}

async function timesOf(work: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let time = 0; time < signals; time += 1) times.push(await work());
  return times;
}

const showTimes = (times: number[]): string =>
  `${median(times).toFixed(0)} ms (at most ${Math.max(...times).toFixed(0)})`;

/** Queues a signal. @returns milliseconds until it is settled */
async function signalMs({ service: { database, workspaceId } }: Bench, executionId: string): Promise<number> {
  const subjectId = changeOf(executionId);
  const startedAt = performance.now();
  await database.transaction((transaction) =>
    enqueue(transaction, [{ workspaceId, kind: 'signal_execution', subjectId }]),
  );
  const isSettled = async () => (await database('outbox').where({ subject_id: subjectId }).first('id')) === undefined;
  await until(isSettled, { everyMs: 2, withinMs: 60_000 });
  return performance.now() - startedAt;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
