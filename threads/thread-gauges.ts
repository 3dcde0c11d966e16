import { Gauge, type Registry } from 'prom-client';
import type { Threads } from './threads';

/** What a process's threads do, for its `/metrics`. */
export function addThreadGauges(registry: Registry, threads: Threads): void {
  new Gauge({
    name: 'apex_thread_tasks_waiting',
    help: 'Costly tasks that wait for a thread. More than THREAD_QUEUE are refused: a request with 503, a step is tried again.',
    registers: [registry],
    collect() {
      this.set(threads.waiting());
    },
  });
  new Gauge({
    name: 'apex_thread_tasks',
    help: 'Costly tasks since the start, by how they ended: done; ended, as they took too long; refused, as too many waited.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      for (const [outcome, count] of Object.entries(threads.counts())) this.set({ outcome }, count);
    },
  });
}
