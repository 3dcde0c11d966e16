import { readdirSync, readFileSync } from 'node:fs';

/** Stops a process and its descendants where they are, as a frozen machine does: connections stay open, and nothing is said. */
export function freeze(pid: number): void {
  signalAll(pid, 'SIGSTOP');
}

/** Lets a frozen process and its descendants go on. */
export function thaw(pid: number): void {
  signalAll(pid, 'SIGCONT');
}

/** Ends a process and its descendants at once, as a machine does that loses its power. */
export function killAll(pid: number): void {
  // Stopped first, so that none sees another's end and does something about it.
  const frozen = signalAll(pid, 'SIGSTOP');
  for (const one of frozen) signal(one, 'SIGKILL');
}

/** From the top, as a parent that is stopped starts no more children. @returns whom it was sent */
function signalAll(pid: number, name: NodeJS.Signals): number[] {
  signal(pid, name);
  const children = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid);
  return [pid, ...children.flatMap((child) => signalAll(child, name))];
}

/** One that ended meanwhile, as a connection's process does, needs none. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Undefined for a process that has ended meanwhile. */
function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
