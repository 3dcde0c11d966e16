import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { outboxChannel } from '../db/outbox/outbox';
import { planOf } from '../domain/journeys/steps/registry';
import type { JourneyStep } from '../domain/journeys/schemas';
import type { JourneyExecutionInput } from '../workflows/contract/journey-execution';
import { taskQueues, workflowTypes } from '../workflows/contract/names';
import {
  countExecutions,
  publish,
  startJourneyService,
  startPeople,
  until,
  type JourneyService,
} from './journey-service';
import { median } from './median';
import { cpuByPart, describeCpuSince } from './process-cpu';

/**
 * Measures executions per second of a journey of send, wait a second, send, exit, on the same Temporal server as the
 * floor: a workflow written by hand with two activities that do nothing and the same timer. In two ways:
 *
 * - `workflow`: with the same empty activities, started in the same way. Shows the cost of the journey interpreter: the
 *   reducer, search attributes, and details for operators.
 * - `whole`: as in production, up to the delivery port: claims, records, movements, and the start through the outbox.
 *   The floor writes nothing, so this ratio also shows the cost of storing records.
 *
 * All are started 50 at a time, and measured from the first start to the last end. Rounds alternate. Everything runs
 * twice: with Temporal in memory and PostgreSQL without fsync, and durably, with the stack's own settings of both.
 * BENCH_RUNS changes the number of executions.
 */

const runs = Number(process.env['BENCH_RUNS'] ?? 400);
const rounds = 3;
const concurrentStarts = 50;
const polling = { everyMs: 100, withinMs: 300_000 };

const stepsOf = (communicationId: string): JourneyStep[] => [
  { id: 'hello', kind: 'send', communicationId, onSkip: 'continue', next: 'pause' },
  { id: 'pause', kind: 'wait', duration: 'PT1S', next: 'again' },
  { id: 'again', kind: 'send', communicationId, onSkip: 'continue', next: 'end' },
  { id: 'end', kind: 'exit' },
];

async function main(): Promise<void> {
  await measure({ figure: 'journeys', durable: false });
  await measure({ figure: 'journeys-durable', durable: true });
}

async function measure({ figure, durable }: { figure: string; durable: boolean }): Promise<void> {
  const service = await startJourneyService({ durable });
  const connection = await Connection.connect({ address: service.temporalAddress });
  const client = new Client({ connection });
  try {
    const journeyId = await publish(service, 'bench_started', stepsOf('$hello'));
    const ratios: Record<'workflow' | 'whole', number[]> = { workflow: [], whole: [] };
    for (let round = 0; round < rounds; round += 1) {
      const bare = await floorRate(service, client, round);
      const workflow = await workflowRate(service, client, round);
      const whole = await journeyRate(service, journeyId);
      ratios.workflow.push(workflow.rate / bare.rate);
      ratios.whole.push(whole.rate / bare.rate);
      for (const [name, { rate, cpu }] of Object.entries({ floor: bare, workflow, whole })) {
        console.log(`  ${figure}: ${name} ${rate.toFixed(0)}/s, ms of CPU for each: ${cpu}`);
      }
    }
    await printCost(service, client, journeyId);
    console.log(
      `${figure}: workflow ${median(ratios.workflow).toFixed(2)} of the floor, goal 0.95; with all records ${median(ratios.whole).toFixed(2)}, goal 0.75`,
    );
  } finally {
    await connection.close();
    await service.stop();
  }
}

interface Measured {
  /** Executions per second. */
  rate: number;
  /** Milliseconds of CPU per execution, by process. */
  cpu: string;
}

/** Starts wait in the outbox until all are there, so that accepting events is not measured. */
async function journeyRate({ database, post, startWorker }: JourneyService, journeyId: string): Promise<Measured> {
  const done = await countExecutions(database, journeyId, 'COMPLETED');
  await startPeople({ post }, 'bench_started', runs);
  await database('outbox').update({ available_at: 'infinity' });
  const worker = await startWorker('bench/journeys-worker.ts');
  const cpuBefore = cpuByPart();
  const startedAt = performance.now();
  await database('outbox').update({ available_at: database.fn.now() });
  await database.raw(`select pg_notify(?, '')`, [outboxChannel]);
  await until(async () => (await countExecutions(database, journeyId, 'COMPLETED')) === done + runs, polling);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = describeCpuSince(cpuBefore, runs);
  await worker.stop();
  return { rate: runs / seconds, cpu };
}

const floorRate = (service: JourneyService, client: Client, round: number): Promise<Measured> =>
  startedRate(service, client, {
    entry: 'bench/journey-floor-worker.ts',
    prefix: `floor-${round}-`,
    start: (workflowId) => client.workflow.start('floorJourney', { taskQueue: 'floor', workflowId }),
  });

const plan = planOf(stepsOf('com_bench'));

/** Starts workflows with the same input as the outbox. */
const workflowRate = (service: JourneyService, client: Client, round: number): Promise<Measured> =>
  startedRate(service, client, {
    entry: 'bench/journey-interpreter-worker.ts',
    prefix: `interpreter-${round}-`,
    start: (workflowId) => {
      const ids = { workspaceId: 'wsp_bench', journeyId: 'jrn_bench', version: 1 };
      const input: JourneyExecutionInput = { ...ids, executionId: workflowId, plan, fromStepId: 'hello' };
      return client.workflow.start(workflowTypes.journeyRun, {
        taskQueue: taskQueues.journeys,
        workflowId,
        args: [input],
        staticSummary: `jrn_bench v1 · ${workflowId}`,
        staticDetails: `Journey **jrn_bench**, version 1, subject **${workflowId}**.`,
        searchAttributes: {
          WorkspaceId: ['wsp_bench'],
          JourneyId: ['jrn_bench'],
          JourneyVersion: [1],
          EndUserId: [workflowId],
          CurrentStepId: ['hello'],
        },
      });
    },
  });

interface StartedRuns {
  entry: string;
  prefix: string;
  start: (workflowId: string) => Promise<WorkflowHandle>;
}

async function startedRate(
  { startWorker }: JourneyService,
  client: Client,
  { entry, prefix, start }: StartedRuns,
): Promise<Measured> {
  const worker = await startWorker(entry);
  const cpuBefore = cpuByPart();
  const startedAt = performance.now();
  const ends: Promise<unknown>[] = [];
  for (let started = 0; started < runs; started += concurrentStarts) {
    const handles = await Promise.all(
      Array.from({ length: Math.min(concurrentStarts, runs - started) }, (_, index) =>
        start(`${prefix}${started + index}`),
      ),
    );
    ends.push(...handles.slice(-1).map((handle) => handle.result()));
  }
  await Promise.all(ends);
  const query = `WorkflowId STARTS_WITH "${prefix}" AND ExecutionStatus = "Completed"`;
  await until(async () => (await client.workflow.count(query)).count === runs, polling);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = describeCpuSince(cpuBefore, runs);
  await worker.stop();
  return { rate: runs / seconds, cpu };
}

/** Prints the requests of one execution to the server, for both ways. */
async function printCost({ database }: JourneyService, client: Client, journeyId: string): Promise<void> {
  const { id } = await database('executions').where({ journey_id: journeyId }).first<{ id: string }>('id');
  for (const [name, workflowId] of [
    ['whole', `journey/${id}`],
    ['workflow', 'interpreter-0-0'],
    ['floor', 'floor-0-0'],
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
