import { type Child, type ChildExit, type ChildSpec, describeExit, startChild } from './child';
import { clearRunRecord, recordChild } from './run-record';

/** A part ended by itself. The message names it and quotes the end of its log. */
export class PartFailedError extends Error {
  override readonly name = 'PartFailedError';
}

export interface StopOptions {
  /** Groups of children's names, first to last. */
  order?: readonly (readonly string[])[];
  /** Bounds the grace time of every child. */
  maxGraceMs?: number;
  report?: (line: string) => void;
}

/** Starts programs for a data folder, and sees to it that they live and die together. */
export class Supervisor {
  /** Resolves with the first unexpected end of a guarded child; otherwise stays pending. */
  readonly failure: Promise<PartFailedError>;
  private readonly children = new Set<Child>();
  private stopping = false;
  private fail!: (error: PartFailedError) => void;

  constructor(private readonly dataDir: string) {
    this.failure = new Promise((resolve) => {
      this.fail = resolve;
    });
  }

  /** Starts a program that {@link stopAll} will stop. @throws Error once stopping has begun. */
  readonly spawn = (spec: ChildSpec): Child => {
    if (this.stopping) throw new Error(`${spec.name} is not started: everything is being stopped.`);
    const child = startChild(spec);
    this.children.add(child);
    recordChild(this.dataDir, child);
    void child.exited.then(() => this.children.delete(child));
    return child;
  };

  /** From now on the end of this child is a failure of the whole. */
  guard(child: Child): void {
    void child.exited.then((exit) => {
      if (!this.stopping) this.fail(unexpectedEnd(child, exit));
    });
  }

  /** Stops the named groups one after the other, the members of a group at once, and then whatever is left. */
  async stopAll(options: StopOptions = {}): Promise<void> {
    this.stopping = true;
    for (const group of [...(options.order ?? []), undefined]) {
      const members = [...this.children].filter((child) => group === undefined || group.includes(child.name));
      if (members.length > 0) options.report?.(`Stopping ${members.map((child) => child.name).join(' and ')} ...`);
      await Promise.all(members.map((child) => child.stop(options.maxGraceMs)));
    }
    clearRunRecord(this.dataDir);
  }

  /** SIGKILL for all, without waiting. Durable data survives it; the next start recovers. */
  killAll(): void {
    this.stopping = true;
    for (const child of this.children) child.kill();
  }
}

/** The failure that an unexpected end of a child is. */
export function unexpectedEnd(child: Child, exit: ChildExit): PartFailedError {
  const tail = child.logTail();
  const quoted = tail === '' ? 'It wrote nothing.' : `Its last lines (${child.logFile}):\n${indent(tail)}`;
  return new PartFailedError(`${child.name} ended unexpectedly (${describeExit(exit)}). ${quoted}`);
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
