import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../db/connection/statements';
import { temporalClient } from '../test/support/temporal-history';
import {
  countExecutions,
  publish,
  sendBatches,
  startJourneyService,
  visit,
  type JourneyService,
} from './journey-service';
import { quantile } from './median';
import { memoryMb } from './process-memory';

/**
 * Measures a burst of 50,000 triggers: keyed events of new people in batches of 50, eight at a time, each of which
 * starts a journey with a send and a wait, while a worker runs. At the same time, visitor events and reads of the
 * journey list arrive at twenty per second each. The targets are a p99 below 250 ms for all three, a worker below 700
 * MB until a minute after the burst, and no loss: each trigger has its execution, with a workflow that is started or in
 * the outbox. The floor is the same without the burst. BENCH_RUNS changes the number of triggers.
 */

const triggers = Number(process.env['BENCH_RUNS'] ?? 50_000);
const backgroundPerSecond = 20;
const quietSeconds = 10;
const afterMs = 60_000;

interface TimesDuring {
  /** Milliseconds. */
  visits: number[];
  lists: number[];
}

async function main(): Promise<void> {
  const service = await startJourneyService();
  try {
    const journeyId = await publish(service, 'bench_burst', [
      { id: 'hello', kind: 'send', communicationId: '$hello', onSkip: 'continue', next: 'pause' },
      { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' },
      { id: 'end', kind: 'exit' },
    ]);
    const worker = await service.startWorker();
    const quiet = await measureDuring(service, sleep(quietSeconds * 1_000));
    const burst = sendBatches(service, 'bench_burst', triggers);
    const noisy = await measureDuring(service, burst);
    const { seconds, batchMs } = await burst;
    const burstMb = memoryMb(worker);
    await sleep(afterMs);
    const atMostMb = memoryMb(worker, 'atMost');
    await worker.stop();
    const executions = await countExecutions(service.database, journeyId, 'RUNNING');
    const { started, queued } = await countStarts(service, journeyId);
    console.log(
      `  ${seconds.toFixed(0)} s; worker ${burstMb.toFixed(0)} MB at its end; a minute later ${started} workflows started, ${queued} starts in the outbox`,
    );
    if (executions !== triggers) throw new Error(`${triggers} triggers have made ${executions} executions.`);
    console.log(
      `journey burst: ${triggers} triggers, ${triggers - started - queued} lost; p99 of a batch ${p99(batchMs)} ms, goal 250; of visitors' events ` +
        `${p99(noisy.visits)} ms (without the burst ${p99(quiet.visits)}), of the journey list ${p99(noisy.lists)} ms (without the burst ` +
        `${p99(quiet.lists)}); worker at most ${atMostMb.toFixed(0)} MB, goal 700`,
    );
  } finally {
    await service.stop();
  }
}

const p99 = (times: readonly number[]): string => quantile(times, 0.99).toFixed(0);

/** Sends the other requests until the work is done. */
async function measureDuring(service: JourneyService, work: Promise<unknown>): Promise<TimesDuring> {
  const times: TimesDuring = { visits: [], lists: [] };
  const timed = async (list: number[], act: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now();
    await act();
    list.push(performance.now() - begun);
  };
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  const acts: Promise<void>[] = [];
  while (!isDone) {
    acts.push(
      timed(times.visits, () => visit(service)),
      timed(times.lists, () => service.get('/api/journeys')),
    );
    await sleep(1_000 / backgroundPerSecond);
  }
  await Promise.all([done, ...acts]);
  return times;
}

interface Starts {
  /** Workflows that exist in Temporal. */
  started: number;
  /** Commands to start a workflow. */
  queued: number;
}

async function countStarts(service: JourneyService, journeyId: string): Promise<Starts> {
  const { database, workspaceId } = service;
  const [row] = await rowsOf<{ queued: number }>(
    database.raw(`select count(*)::int as queued from outbox where workspace_id = ? and kind = 'start_execution'`, [
      workspaceId,
    ]),
  );
  const client = temporalClient(service.temporalAddress, 'default');
  try {
    const { count } = await client.workflow.count(`JourneyId = '${journeyId}'`);
    return { started: count, queued: row?.queued ?? 0 };
  } finally {
    await client.connection.close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
