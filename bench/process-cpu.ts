import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of CPU used so far by this process and its descendants that still run, by kind of process. */
export type CpuByPart = Record<string, number>;

/** Milliseconds per Linux clock tick. */
const msPerTick = 10;

interface RunningProcess {
  pid: number;
  parent: number;
  cpuMs: number;
  command: string;
}

function readProcess(pid: number): RunningProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The fields after the name, which is in parentheses and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * msPerTick, command };
  } catch {
    return undefined; // The process has ended since it was listed.
  }
}

const parts: readonly (readonly [RegExp, string])[] = [
  [/server start-dev/, 'temporal'],
  [/postgres/, 'postgres'],
  [/api\/server|-floor\.ts/, 'api'],
  [/worker/, 'worker'],
  [/dev\/mail/, 'mail'],
];

export function cpuByPart(): CpuByPart {
  const running = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => readProcess(Number(entry)) ?? []);
  const mine = new Set([process.pid]);
  for (let before = 0; before < mine.size;) {
    before = mine.size;
    for (const { pid, parent } of running) if (mine.has(parent)) mine.add(pid);
  }
  const used: CpuByPart = {};
  for (const { pid, cpuMs, command } of running.filter(({ pid }) => mine.has(pid))) {
    const part = pid === process.pid ? 'bench' : (parts.find(([pattern]) => pattern.test(command))?.[1] ?? 'other');
    used[part] = (used[part] ?? 0) + cpuMs;
  }
  return used;
}

/** Describes the CPU used since `before`, in milliseconds per run: `temporal 12.3, postgres 4.5`. */
export function describeCpuSince(before: CpuByPart, runs: number): string {
  return Object.entries(cpuByPart())
    .map(([part, ms]) => ({ part, ms: (ms - (before[part] ?? 0)) / runs }))
    .filter(({ ms }) => ms >= 0.05)
    .sort((a, b) => b.ms - a.ms)
    .map(({ part, ms }) => `${part} ${ms.toFixed(1)}`)
    .join(', ');
}
