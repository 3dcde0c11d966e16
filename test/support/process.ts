import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ChildExit, type GivesWay, startChild } from '../../dev/child';
import { type ReadyMessage, untilChildReady } from '../../dev/child-ready';
import { entryArguments } from './run-entry';

const ROOT = path.resolve(__dirname, '../..');

export interface ProcessOptions {
  /** Entry point, relative to the checkout: `worker/main.ts`. */
  entry: string;
  args?: string[];
  /** Added to the environment of the tests. */
  env?: NodeJS.ProcessEnv;
  readyWithinMs?: number;
  /** `much` as the stack starts its worker. */
  givesWay?: GivesWay | undefined;
}

export interface StartedProcess {
  pid: number;
  ready: ReadyMessage;
  /** Returns its output so far. */
  output(): string;
  exited: Promise<ChildExit>;
  /** Sends a signal to this process only and returns immediately; await `exited` for the end. */
  kill(signal: NodeJS.Signals): void;
  /** Sends SIGTERM, and SIGKILL after 30 s. */
  stop(): Promise<ChildExit>;
}

/** Starts an entry point as a separate process, as `npm start` does, and resolves at its ready message. */
export async function startProcess(options: ProcessOptions): Promise<StartedProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'apex-process-'));
  const child = startChild({
    name: options.entry,
    command: process.execPath,
    args: ['--enable-source-maps', ...entryArguments(options.entry, options.args)],
    cwd: ROOT,
    env: { ...process.env, ...options.env },
    logFile: path.join(folder, 'output.log'),
    ipc: true,
    givesWay: options.givesWay,
    graceMs: 30_000,
  });
  const stopWithTests = (): void => child.kill();
  process.once('exit', stopWithTests);
  let kept = '';
  const output = (): string => (kept === '' ? readFileSync(child.logFile, 'utf8') : kept);
  // Registered before other listeners for the end, because it reads the log, which is removed with the process.
  const untilReady = untilChildReady(child, options.readyWithinMs ?? 300_000);
  const exited = child.exited.then((exit) => {
    kept = output() || '(no output)';
    process.off('exit', stopWithTests);
    rmSync(folder, { recursive: true, force: true });
    return exit;
  });
  const { pid, stop } = child;
  try {
    const ready = await untilReady;
    return {
      pid,
      ready,
      output,
      exited,
      kill: (signal) => void child.process.kill(signal),
      stop: () => stop().then(() => exited),
    };
  } catch (error) {
    child.kill();
    throw error;
  }
}
