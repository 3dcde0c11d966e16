import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file';
import { processIdentity } from './process-identity';

const recordSchema = z.array(z.object({ name: z.string(), pid: z.number().int().positive(), identity: z.string() }));

type RunRecord = z.infer<typeof recordSchema>;

/** Notes a started child in `run.json`, so that the next start on this folder can stop it if we die without doing so. */
export function recordChild(dataDir: string, { name, pid }: { name: string; pid: number }): void {
  const identity = processIdentity(pid);
  if (identity === undefined) return;
  const living = readRecord(dataDir).filter((entry) => processIdentity(entry.pid) === entry.identity);
  writePrivateJson(recordPath(dataDir), [...living, { name, pid, identity }]);
}

/** Forgets all children: to be called once they have been stopped. */
export function clearRunRecord(dataDir: string): void {
  rmSync(recordPath(dataDir), { force: true });
}

/**
 * Stops what an earlier run on this folder left behind (it was killed before it could). A process is ours only if its
 * start time is the recorded one; an unrelated process that got the same id since is left alone.
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
  // SIGINT is the fast orderly shutdown of PostgreSQL, and Ctrl-C for the others.
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
    throw new Error(`Cannot stop process ${pid}, left behind by an earlier run under another account.`, {
      cause: error,
    });
  }
}

function readRecord(dataDir: string): RunRecord {
  // A damaged record only costs the cleanup; it must not block a start.
  try {
    return recordSchema.catch([]).parse(readJson(recordPath(dataDir)));
  } catch {
    return [];
  }
}

function recordPath(dataDir: string): string {
  return path.join(dataDir, 'run.json');
}
