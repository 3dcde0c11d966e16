import { type Child, type ChildExit, type ChildSpec, describeExit, startChild } from './child';
import { clearRunRecord, recordChild } from './run-record';

/** A part ended unexpectedly. The message contains its name and the end of its log. */
export class PartFailedError extends Error {
  override readonly name = 'PartFailedError';
}

export interface StopOptions {
  /** Groups of children's names, in stop order. */
  order?: readonly (readonly string[])[];
  /** Upper limit of every child's grace time. */
  maxGraceMs?: number;
  report?: (line: string) => void;
}

/** Starts programs for a data folder, and ensures that they all stop together. */
export class Supervisor {
  /** Resolves with the first unexpected end of a guarded child. Otherwise stays pending. */
  readonly failure: Promise<PartFailedError>;
  private readonly children = new Set<Child>();
  private stopping = false;
  private fail!: (error: PartFailedError) => void;

  constructor(private readonly dataDir: string) {
    this.failure = new Promise((resolve) => {
      this.fail = resolve;
    });
  }

  /**
   * Starts a program that {@link stopAll} stops.
   * @throws Error after stopping has started.
   */
  readonly spawn = (spec: ChildSpec): Child => {
    if (this.stopping) throw new Error(`${spec.name} cannot start because the stack is stopping.`);
    const child = startChild(spec);
    this.children.add(child);
    recordChild(this.dataDir, child);
    void child.exited.then(() => this.children.delete(child));
    return child;
  };

  /** Treats the end of this child as a failure of the whole stack from now on. */
  guard(child: Child): void {
    void child.exited.then((exit) => {
      if (!this.stopping) this.fail(unexpectedEnd(child, exit));
    });
  }

  /** Stops the given groups in order, the members of a group concurrently, and then all remaining children. */
  async stopAll(options: StopOptions = {}): Promise<void> {
    this.stopping = true;
    for (const group of [...(options.order ?? []), undefined]) {
      const members = [...this.children].filter((child) => group === undefined || group.includes(child.name));
      if (members.length > 0) options.report?.(`Stopping ${members.map((child) => child.name).join(' and ')} ...`);
      await Promise.all(members.map((child) => child.stop(options.maxGraceMs)));
    }
    clearRunRecord(this.dataDir);
  }

  /** Kills all children with SIGKILL, without waiting. Stored data survives, and the next start recovers. */
  killAll(): void {
    this.stopping = true;
    for (const child of this.children) child.kill();
  }
}

/** Creates the failure for an unexpected end of a child. */
export function unexpectedEnd(child: Child, exit: ChildExit): PartFailedError {
  const tail = child.logTail();
  const quoted = tail === '' ? 'Its log is empty.' : `Last lines of ${child.logFile}:\n${indent(tail)}`;
  return new PartFailedError(`${child.name} ended unexpectedly (${describeExit(exit)}). ${quoted}`);
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
