import { Client, Connection } from '@temporalio/client';
import { outboxChannel } from '../db/outbox';
import {
  countExecutions,
  publish,
  startJourneyService,
  startPeople,
  until,
  type JourneyService,
} from './journey-service';

/**
 * Executions a second of a journey of send, wait a second, send, exit, against a workflow written by hand with two activities that do
 * nothing and the same timer, on the same Temporal server. The journey's sends end at the delivery port; everything before it is
 * done: claims, records, movements, and the start through the outbox. The floor writes nothing anywhere. Both are started 50 at a
 * time, and measured from the first start to the last end. Rounds alternate. BENCH_RUNS sets another number of executions.
 */

const runs = Number(process.env['BENCH_RUNS'] ?? 1_000);
const rounds = 2;
const startsAtOnce = 50;
const polling = { everyMs: 100, withinMs: 300_000 };

async function main(): Promise<void> {
  const service = await startJourneyService();
  const connection = await Connection.connect({ address: service.temporalAddress });
  const client = new Client({ connection });
  try {
    const journeyId = await publish(service, 'bench_started', [
      { id: 'hello', kind: 'send', communicationId: '$hello', next: 'pause' },
      { id: 'pause', kind: 'wait', duration: 'PT1S', next: 'again' },
      { id: 'again', kind: 'send', communicationId: '$hello', next: 'end' },
      { id: 'end', kind: 'exit' },
    ]);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const whole = await journeyRate(service, journeyId);
      const bare = await floorRate(service, client);
      ratios.push(whole / bare);
      console.log(`  floor ${bare.toFixed(0)}/s   apex ${whole.toFixed(0)}/s`);
    }
    await printCost(service, client, journeyId);
    console.log(`journeys: ${(ratios.reduce((sum, ratio) => sum + ratio, 0) / rounds).toFixed(2)} of the floor`);
  } finally {
    await connection.close();
    await service.stop();
  }
}

/** Starts wait in the outbox until all are there, so that taking events is not measured. */
async function journeyRate({ database, post, startWorker }: JourneyService, journeyId: string): Promise<number> {
  const done = await countExecutions(database, journeyId, 'COMPLETED');
  await startPeople({ post }, 'bench_started', runs);
  await database('outbox').update({ available_at: 'infinity' });
  const worker = await startWorker('bench/journeys-worker.ts');
  const startedAt = performance.now();
  await database('outbox').update({ available_at: database.fn.now() });
  await database.raw(`select pg_notify(?, '')`, [outboxChannel]);
  await until(async () => (await countExecutions(database, journeyId, 'COMPLETED')) === done + runs, polling);
  const seconds = (performance.now() - startedAt) / 1_000;
  await worker.stop();
  return runs / seconds;
}

let floors = 0;

async function floorRate({ startWorker }: JourneyService, client: Client): Promise<number> {
  floors += 1;
  const prefix = `floor-${floors}-`;
  const worker = await startWorker('bench/journey-floor-worker.ts');
  const startedAt = performance.now();
  const ends: Promise<unknown>[] = [];
  for (let started = 0; started < runs; started += startsAtOnce) {
    const handles = await Promise.all(
      Array.from({ length: Math.min(startsAtOnce, runs - started) }, (_, index) =>
        client.workflow.start('floorJourney', { taskQueue: 'floor', workflowId: `${prefix}${started + index}` }),
      ),
    );
    ends.push(...handles.slice(-1).map((handle) => handle.result()));
  }
  await Promise.all(ends);
  const query = `WorkflowId STARTS_WITH "${prefix}" AND ExecutionStatus = "Completed"`;
  await until(async () => (await client.workflow.count(query)).count === runs, polling);
  const seconds = (performance.now() - startedAt) / 1_000;
  await worker.stop();
  return runs / seconds;
}

/** What one run asks of the server, both ways. */
async function printCost({ database }: JourneyService, client: Client, journeyId: string): Promise<void> {
  const { id } = await database('executions').where({ journey_id: journeyId }).first<{ id: string }>('id');
  for (const [name, workflowId] of [
    ['apex', `journey/${id}`],
    ['floor', 'floor-1-0'],
  ] as const) {
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    const tasks = events?.filter(({ workflowTaskScheduledEventAttributes }) => workflowTaskScheduledEventAttributes);
    console.log(`  ${name}: ${events?.length} history events, ${tasks?.length} workflow tasks`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
