import { readFileSync } from 'node:fs';
import type { StartedProcess } from '../test/support/process';

/** Returns a process's memory in MB: now, or its maximum since the start. */
export function memoryMb({ pid }: Pick<StartedProcess, 'pid'>, when: 'now' | 'atMost' = 'now'): number {
  const field = when === 'now' ? 'VmRSS' : 'VmHWM';
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
}
