import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** Nice values of programs that give way to others. Each matches about the `cpu_shares` in docker-compose.yml. */
const priorities = { somewhat: 7, much: constants.priority.PRIORITY_BELOW_NORMAL, most: 13 };

export type GivesWay = keyof typeof priorities;

/** How to run one supervised program. */
export interface ChildSpec {
  /** Names the child in messages, in the run record and in the stop order. */
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  uid?: number;
  gid?: number;
  /** Output is appended here (mode 0600). */
  logFile: string;
  /** Adds an IPC channel. The child must exit when it disconnects, because that means that the parent ended. */
  ipc?: boolean;
  /** Other programs of the machine get CPU time first. */
  givesWay?: GivesWay | undefined;
  /** Signal for a graceful stop; SIGTERM by default. */
  stopSignal?: NodeJS.Signals;
  /** Milliseconds between the stop signal and SIGKILL; 10 000 by default. */
  graceMs?: number;
}

export interface ChildExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Child {
  name: string;
  pid: number;
  logFile: string;
  process: ChildProcess;
  /** Resolves when the program has ended for any reason. Never rejects. */
  exited: Promise<ChildExit>;
  /**
   * Stops the program and resolves when it has ended. Kills its process group with SIGKILL after its grace time, or
   * after `maxGraceMs` if that is less.
   */
  stop(maxGraceMs?: number): Promise<ChildExit>;
  /** Kills the process group with SIGKILL immediately. */
  kill(): void;
  /** Returns the last lines of output of this run. */
  logTail(lines?: number): string;
}

const LOG_ROTATION_BYTES = 20 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;

/**
 * Starts a program in its own process group, so that Ctrl-C in the terminal reaches only the stack, which then stops
 * everything in order.
 *
 * @throws Error if the command cannot be executed.
 */
export function startChild(spec: ChildSpec): Child {
  rotate(spec.logFile);
  const log = openSync(spec.logFile, 'a', 0o600);
  const logStart = statSync(spec.logFile).size;
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env ?? process.env,
    uid: spec.uid,
    gid: spec.gid,
    detached: true,
    stdio: ['ignore', log, log, ...(spec.ipc ? (['ipc'] as const) : [])],
  });
  closeSync(log);
  child.on('error', () => undefined);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${spec.name}: cannot execute ${spec.command}`);
  if (spec.givesWay !== undefined) lowerPriority(pid, priorities[spec.givesWay]);

  const exited = new Promise<ChildExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const kill = (): void => killGroup(child, pid);
  return {
    name: spec.name,
    pid,
    logFile: spec.logFile,
    process: child,
    exited,
    kill,
    stop: (maxGraceMs = Infinity) => {
      const graceMs = Math.min(spec.graceMs ?? 10_000, maxGraceMs);
      return stopChild({ child, exited, kill }, spec.stopSignal ?? 'SIGTERM', graceMs);
    },
    logTail: (lines = 20) => readTail(spec.logFile, logStart, lines),
  };
}

/** Describes how a program ended. */
export function describeExit({ code, signal }: ChildExit): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}

/**
 * Sets the priority of a program and of its session. Linux may share CPU time by session first, and each of our
 * programs leads its own session.
 */
function lowerPriority(pid: number, least: number): void {
  const priority = Math.max(getPriority(), least);
  for (const lower of [
    () => setPriority(pid, priority),
    () => writeFileSync(`/proc/${pid}/autogroup`, String(priority)),
  ]) {
    try {
      lower();
    } catch {
      // The program has ended, or the system does not support this. Priority is optional.
    }
  }
}

async function stopChild(
  running: { child: ChildProcess; exited: Promise<ChildExit>; kill: () => void },
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<ChildExit> {
  running.child.kill(signal);
  const timer = setTimeout(running.kill, graceMs);
  try {
    return await running.exited;
  } finally {
    clearTimeout(timer);
  }
}

function killGroup(child: ChildProcess, pid: number): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function rotate(logFile: string): void {
  try {
    if (statSync(logFile).size > LOG_ROTATION_BYTES) renameSync(logFile, `${logFile}.1`);
  } catch {
    // No log yet.
  }
}

function readTail(logFile: string, from: number, lines: number): string {
  try {
    const end = statSync(logFile).size;
    const start = Math.max(from, end - TAIL_BYTES);
    const buffer = Buffer.alloc(Math.max(0, end - start));
    const file = openSync(logFile, 'r');
    try {
      readSync(file, buffer, 0, buffer.length, start);
    } finally {
      closeSync(file);
    }
    return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}
