import { Counter, type Registry } from 'prom-client';
import type { ServiceLogger } from './logging';

/** Adds the number of dropped log lines to the `/metrics` of a process. */
export function addDroppedLinesCounter(registry: Registry, logger: Pick<ServiceLogger, 'droppedLines'>): void {
  new Counter({
    name: 'apex_log_lines_dropped_total',
    help: 'Lines of the log that could not be written: the disk is full, or nothing reads the pipe.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(logger.droppedLines());
    },
  });
}
