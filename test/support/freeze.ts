import { readdirSync, readFileSync } from 'node:fs';

/** Stops a process and its descendants, as on a frozen machine: connections stay open, without any response. */
export function freeze(pid: number): void {
  signalAll(pid, 'SIGSTOP');
}

/** Resumes a frozen process and its descendants. */
export function thaw(pid: number): void {
  signalAll(pid, 'SIGCONT');
}

/** Kills a process and its descendants immediately, as in a power failure. */
export function killAll(pid: number): void {
  // Stopped first, so that none reacts to the end of another.
  const frozen = signalAll(pid, 'SIGSTOP');
  for (const one of frozen) signal(one, 'SIGKILL');
}

/** Signals parents first, because a stopped parent starts no more children. @returns the signaled process ids */
function signalAll(pid: number, name: NodeJS.Signals): number[] {
  signal(pid, name);
  const children = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid);
  return [pid, ...children.flatMap((child) => signalAll(child, name))];
}

/** Ignores a process that has ended since, such as that of a connection. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns undefined for a process that has ended since. */
function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
