import type { Worker } from '@temporalio/worker';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '../db/connection/pool';
import { findRollupLag } from '../db/installation/waiting-work';
import { outboxBacklogs } from '../db/outbox/outbox';
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
  threads: Threads;
  workers: readonly Worker[];
}

/** What a worker's `/metrics` says: what it counted, and gauges that are read at each scrape. */
export function createWorkerMetrics({ database, logger, threads, workers }: MeasuredParts): Registry {
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
  return Registry.merge([registry, counters]);
}

/** Of the whole outbox: each worker reports the same. */
function addOutboxGauges(registry: Registry, database: Database): void {
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers: [registry] });
  const byKind = (name: string, help: string): Gauge<'kind'> =>
    new Gauge({ name, help, labelNames: ['kind'], registers: [registry] });
  const commands = byKind('apex_outbox_kind_commands', 'Commands to Temporal that wait to be carried out, by kind.');
  const oldest = byKind('apex_outbox_kind_oldest_seconds', 'Age of the oldest command of a kind that waits.');
  const oldestOfAll = gauge('apex_outbox_oldest_seconds', 'Age of the oldest command that waits.');
  new Gauge({
    name: 'apex_outbox_commands',
    help: 'Commands to Temporal that wait to be carried out.',
    registers: [registry],
    async collect() {
      const backlog = await outboxBacklogs(database);
      for (const kind of outboxKinds) {
        commands.set({ kind }, 0);
        oldest.set({ kind }, 0);
      }
      for (const of of backlog) {
        commands.set({ kind: of.kind }, of.commands);
        oldest.set({ kind: of.kind }, of.oldestSeconds);
      }
      this.set(backlog.reduce((sum, of) => sum + of.commands, 0));
      oldestOfAll.set(Math.max(0, ...backlog.map((of) => of.oldestSeconds)));
    },
  });
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
