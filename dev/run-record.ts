import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file';
import { processIdentity } from './process-identity';

const recordSchema = z.array(z.object({ name: z.string(), pid: z.number().int().positive(), identity: z.string() }));

type RunRecord = z.infer<typeof recordSchema>;

/**
 * Records a started child in `run.json`, so that the next start on this folder can stop it if this process is killed.
 */
export function recordChild(dataDir: string, { name, pid }: { name: string; pid: number }): void {
  const identity = processIdentity(pid);
  if (identity === undefined) return;
  const living = readRecord(dataDir).filter((entry) => processIdentity(entry.pid) === entry.identity);
  writePrivateJson(recordPath(dataDir), [...living, { name, pid, identity }]);
}

/** Removes all records. Call it after the children have stopped. */
export function clearRunRecord(dataDir: string): void {
  rmSync(recordPath(dataDir), { force: true });
}

/**
 * Stops processes that a killed earlier run on this folder left running. Only a process with the recorded start time is
 * stopped; an unrelated process with the same id is not.
 *
 * @returns names of the stopped children.
 */
export async function stopLeftovers(dataDir: string, graceMs = 10_000): Promise<string[]> {
  const leftovers = readRecord(dataDir).filter((entry) => processIdentity(entry.pid) === entry.identity);
  await Promise.all(leftovers.map((entry) => stopLeftover(entry, graceMs)));
  clearRunRecord(dataDir);
  return leftovers.map((entry) => entry.name);
}

async function stopLeftover(entry: RunRecord[number], graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs;
  // SIGINT is PostgreSQL's fast shutdown, and Ctrl-C for the others.
  signal(entry.pid, 'SIGINT');
  while (processIdentity(entry.pid) === entry.identity) {
    if (Date.now() > deadline) signal(entry.pid, 'SIGKILL');
    await delay(50);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
    throw new Error(
      `Cannot stop process ${pid}, which an earlier run under another account left behind. Stop it yourself.`,
      {
        cause: error,
      },
    );
  }
}

function readRecord(dataDir: string): RunRecord {
  // A damaged record skips only the cleanup and must not block a start.
  try {
    return recordSchema.catch([]).parse(readJson(recordPath(dataDir)));
  } catch {
    return [];
  }
}

function recordPath(dataDir: string): string {
  return path.join(dataDir, 'run.json');
}
