import { readdirSync, readFileSync } from 'node:fs';

/** Stops a process and its descendants where they are, as a frozen machine does: connections stay open, and nothing is said. */
export function freeze(pid: number): void {
  for (const one of withDescendants(pid)) process.kill(one, 'SIGSTOP');
}

/** Lets a frozen process and its descendants go on. */
export function thaw(pid: number): void {
  for (const one of withDescendants(pid)) process.kill(one, 'SIGCONT');
}

/** Ends a process and its descendants at once, as a machine does that loses its power. */
export function killAll(pid: number): void {
  // Stopped first, so that none sees another's end and does something about it.
  freeze(pid);
  for (const one of withDescendants(pid)) process.kill(one, 'SIGKILL');
}

function withDescendants(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid);
  return [pid, ...children.flatMap(withDescendants)];
}

/** Undefined for a process that has ended meanwhile. */
function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
