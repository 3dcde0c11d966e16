import type { Worker } from '@temporalio/worker';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Mailer } from '../activities/mailer';
import type { Database } from '../db/connection/pool';
import { findRollupLag } from '../db/installation/waiting-work';
import { outboxBacklogs, totalOf } from '../db/outbox/outbox';
import type { ServiceLogger } from '../logging';
import { addDroppedLinesCounter } from '../logging-metrics';
import { counters } from '../telemetry/counters';
import { addPoolGauges, poolOf } from '../telemetry/pool-gauges';
import { addThreadGauges } from '../threads/thread-gauges';
import type { Threads } from '../threads/threads';
import { outboxKinds } from './outbox-kinds';

export interface MeasuredParts {
  database: Database;
  logger: ServiceLogger;
  mailer: Mailer;
  threads: Threads;
  workers: readonly Worker[];
}

/** What a worker's `/metrics` says: what it counted, and gauges that are read at each scrape. */
export function createWorkerMetrics({ database, logger, mailer, threads, workers }: MeasuredParts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addThreadGauges(registry, threads);
  addDroppedLinesCounter(registry, logger);
  addPoolGauges(registry, { worker: poolOf(database) });
  addOutboxGauges(registry, database);
  addWorkerGauges(registry, workers);
  new Gauge({
    name: 'apex_rollup_oldest_seconds',
    help: 'For how long the oldest visit has waited that reports have not counted yet.',
    registers: [registry],
    async collect() {
      this.set(await findRollupLag(database));
    },
  });
  new Gauge({
    name: 'apex_email_provider_paused',
    help: '1 while all sends are paused because the email provider fails, else 0. Each worker reports the same.',
    registers: [registry],
    async collect() {
      this.set((await mailer.findPause()) === null ? 0 : 1);
    },
  });
  return Registry.merge([registry, counters]);
}

/** Of the whole outbox: each worker reports the same. */
function addOutboxGauges(registry: Registry, database: Database): void {
  const read = oncePerScrape(() => outboxBacklogs(database));
  const addGauge = (name: string, help: string, valueOf: (backlogs: Backlogs) => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(valueOf(await read()));
      },
    });
  };
  const addGaugeByKind = (name: string, help: string, valueOf: (backlog: Backlogs[number]) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        const backlogs = await read();
        for (const kind of outboxKinds) this.set({ kind }, 0);
        for (const backlog of backlogs) this.set({ kind: backlog.kind }, valueOf(backlog));
      },
    });
  };
  addGauge(
    'apex_outbox_commands',
    'Commands to Temporal that wait to be carried out.',
    (backlogs) => totalOf(backlogs).commands,
  );
  addGauge(
    'apex_outbox_oldest_seconds',
    'Age of the oldest command that waits.',
    (backlogs) => totalOf(backlogs).oldestSeconds,
  );
  addGauge(
    'apex_outbox_oldest_claimed_seconds',
    'Time since the oldest claim of a command that is neither settled nor taken over.',
    (backlogs) => totalOf(backlogs).oldestClaimedSeconds,
  );
  addGaugeByKind('apex_outbox_kind_commands', 'Commands that wait, by kind.', ({ commands }) => commands);
  addGaugeByKind(
    'apex_outbox_kind_oldest_seconds',
    'Age of the oldest command of a kind that waits.',
    ({ oldestSeconds }) => oldestSeconds,
  );
}

type Backlogs = Awaited<ReturnType<typeof outboxBacklogs>>;

/** Gauges of one scrape are read together: they share what is read for one of them. */
function oncePerScrape<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () => {
    reading ??= read().finally(() => (reading = undefined));
    return reading;
  };
}

/** How busy the workers of Temporal's SDK are. Each takes 100 activities and 40 workflow tasks at once. */
function addWorkerGauges(registry: Registry, workers: readonly Worker[]): void {
  const gauge = (name: string, help: string, read: (status: ReturnType<Worker['getStatus']>) => number): void => {
    new Gauge({
      name,
      help: `${help}, by task queue.`,
      labelNames: ['queue'],
      registers: [registry],
      collect() {
        for (const worker of workers) this.set({ queue: worker.options.taskQueue }, read(worker.getStatus()));
      },
    });
  };
  gauge('apex_temporal_activities', 'Activities under way', (status) => status.numInFlightActivities);
  gauge('apex_temporal_workflow_tasks', 'Workflow tasks under way', (status) => status.numInFlightWorkflowActivations);
  gauge('apex_temporal_cached_executions', 'Executions kept in memory', (status) => status.numCachedWorkflows);
}
