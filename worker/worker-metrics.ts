import type { Worker } from '@temporalio/worker';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Mailer } from '../operations/ports';
import type { Database } from '../db/connection/pool';
import { countPausedHosts, findRollupLag } from '../db/installation/waiting-work';
import { outboxBacklogs, totalOf } from '../db/outbox/outbox';
import type { ServiceLogger } from '../logging';
import { addDroppedLinesCounter } from '../logging-metrics';
import { counters } from '../telemetry/counters';
import { addPoolGauges, poolOf } from '../telemetry/pool-gauges';
import { addThreadGauges } from '../threads/thread-gauges';
import type { ThreadPool } from '../threads/threads';
import { outboxKinds } from './outbox-kinds';

export interface MeasuredParts {
  database: Database;
  logger: ServiceLogger;
  mailer: Mailer;
  release: string;
  threads: ThreadPool;
  workers: readonly Worker[];
}

/** Creates the metrics of a worker: its counters, and gauges that are read at each scrape. */
export function createWorkerMetrics(parts: MeasuredParts): Registry {
  const { database, logger, mailer, release, threads, workers } = parts;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addThreadGauges(registry, threads);
  addDroppedLinesCounter(registry, logger);
  addPoolGauges(registry, { worker: poolOf(database) });
  addOutboxGauges(registry, database);
  addWorkerGauges(registry, workers);
  addBuildInfo(registry, release);
  new Gauge({
    name: 'apex_rollup_oldest_seconds',
    help: 'Age in seconds of the oldest visit that reports have not counted yet.',
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
  new Gauge({
    name: 'apex_webhook_hosts_paused',
    help: 'Failing webhook hosts with paused calls, counted per workspace. Each worker reports the same.',
    registers: [registry],
    async collect() {
      this.set(await countPausedHosts(database));
    },
  });
  return Registry.merge([registry, counters]);
}

function addBuildInfo(registry: Registry, release: string): void {
  const help = "Always 1, with the release of the worker's code.";
  new Gauge({ name: 'apex_build_info', help, labelNames: ['release'], registers: [registry] }).set({ release }, 1);
}

/** Adds gauges of the whole outbox. Each worker reports the same values. */
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
  addGauge('apex_outbox_commands', 'Commands to Temporal that are waiting.', (backlogs) => totalOf(backlogs).commands);
  addGauge(
    'apex_outbox_oldest_seconds',
    'Age of the oldest waiting command.',
    (backlogs) => totalOf(backlogs).oldestSeconds,
  );
  addGauge(
    'apex_outbox_oldest_claimed_seconds',
    'Time since the oldest claim of a command that is neither settled nor taken over.',
    (backlogs) => totalOf(backlogs).oldestClaimedSeconds,
  );
  addGaugeByKind('apex_outbox_kind_commands', 'Waiting commands, by kind.', ({ commands }) => commands);
  addGaugeByKind(
    'apex_outbox_kind_oldest_seconds',
    'Age of the oldest waiting command of a kind.',
    ({ oldestSeconds }) => oldestSeconds,
  );
}

type Backlogs = Awaited<ReturnType<typeof outboxBacklogs>>;

/** Shares one read between the gauges of a scrape, which are read together. */
function oncePerScrape<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () => {
    reading ??= read().finally(() => (reading = undefined));
    return reading;
  };
}

/** Adds gauges of the load of Temporal's SDK workers. */
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
  gauge('apex_temporal_activities', 'Running activities', (status) => status.numInFlightActivities);
  gauge('apex_temporal_workflow_tasks', 'Running workflow tasks', (status) => status.numInFlightWorkflowActivations);
  gauge('apex_temporal_cached_executions', 'Executions kept in memory', (status) => status.numCachedWorkflows);
}
