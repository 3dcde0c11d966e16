import { Gauge, type Registry } from 'prom-client';
import type { ThreadPool } from './threads';

/** Adds gauges of a process's threads to its `/metrics`. */
export function addThreadGauges(registry: Registry, threads: ThreadPool): void {
  new Gauge({
    name: 'apex_thread_tasks_waiting',
    help: 'Expensive tasks waiting for a thread. Tasks above THREAD_QUEUE are refused: requests get 503, steps are retried.',
    registers: [registry],
    collect() {
      this.set(threads.waiting());
    },
  });
  new Gauge({
    name: 'apex_thread_tasks',
    help: 'Expensive tasks since the start, by outcome. done: completed. ended: took too long. refused: the queue was full.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      for (const [outcome, count] of Object.entries(threads.counts())) this.set({ outcome }, count);
    },
  });
}
