import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { ClaimedCommand } from '../db/outbox/claims';
import { claimCommands } from '../operations/outbox/claim-commands';
import { releaseCommands, settleCommands, type CommandResult } from '../operations/outbox/settle-commands';
import { grpcErrorOf } from '../temporal/connect-error';
import { reasonOf } from '../temporal/reason';
import { outboxCommands } from '../telemetry/counters';
import { withSpan } from '../telemetry/spans';
import { carryOut, type OutboxTargets } from './outbox-kinds';
import { createLanes } from './outbox-lanes';
import { listenToOutbox } from './outbox-listener';

/**
 * Carries commands from PostgreSQL to Temporal: claims what is due, calls Temporal outside any transaction, and settles each command when
 * its call has ended. Any number of dispatchers may run.
 */
export interface OutboxDispatcher {
  /** Claims no more, waits for calls under way until their deadline, and gives back the rest. */
  stop(): Promise<void>;
}

export interface OutboxOptions extends OutboxTargets {
  /** Of PostgreSQL itself: no pooler keeps a listener. */
  listenUrl: string;
  logger: Logger;
  /** Between looks when no commit wakes the dispatcher, milliseconds. */
  pollMs: number;
}

/** Deadline of each call to Temporal for a command, milliseconds. */
export const outboxCallTimeoutMs = 5_000;

const resourceExhausted = 8;

export function startOutboxDispatcher(options: OutboxOptions): OutboxDispatcher {
  const dispatcher = new Dispatcher(options);
  const listener = listenToOutbox(options, () => dispatcher.look());
  const finished = dispatcher.run();
  return {
    async stop() {
      dispatcher.stop();
      await Promise.all([finished, listener.stop()]);
    },
  };
}

/** In the trace of what decided the command, if that was traced. */
const carryOutTraced = (options: OutboxOptions, command: ClaimedCommand): Promise<void> =>
  withSpan(
    `outbox ${command.kind}`,
    {
      kind: 'consumer',
      parent: command.traceparent ?? null,
      attributes: { 'apex.workspace_id': command.workspaceId, 'apex.attempts': command.attempts },
    },
    () => carryOut(options, command),
  );

/** One loop settles and claims; the calls run next to it, and wake it when they end. */
class Dispatcher {
  private readonly lanes = createLanes(() => performance.now(), Math.random);
  private readonly name = `${hostname()}/${process.pid}/${randomBytes(3).toString('hex')}`;
  private readonly running = new Set<ClaimedCommand>();
  private results: CommandResult[] = [];
  private claims = 0;
  private nextLookAt = 0;
  private stopAt = Infinity;
  private wake: () => void = () => undefined;
  private isWoken = false;

  constructor(private readonly options: OutboxOptions) {}

  /** Commands may have become due. */
  look(): void {
    this.nextLookAt = 0;
    this.ring();
  }

  stop(): void {
    this.stopAt = performance.now() + outboxCallTimeoutMs;
    this.ring();
  }

  async run(): Promise<void> {
    while (!this.isOver()) {
      try {
        await this.settle();
        if (this.stopAt === Infinity) await this.claim();
      } catch (error) {
        this.options.logger.warn({ err: error }, 'outbox round failed; it is repeated');
        this.nextLookAt = performance.now() + this.options.pollMs;
        this.isWoken = false;
      }
      if (!this.isOver()) await this.sleep();
    }
    await this.giveBack();
  }

  /** Nothing is left to do, or the calls under way have passed their deadline. */
  private isOver(): boolean {
    const isIdle = this.running.size === 0 && this.results.length === 0;
    return performance.now() >= this.stopAt || (this.stopAt < Infinity && isIdle);
  }

  /** Results that came in since the last round, together. More come in while these are settled. */
  private async settle(): Promise<void> {
    const results = this.results;
    if (results.length === 0) return;
    this.results = [];
    try {
      const lost = await settleCommands(this.options.database, results);
      for (const { kind, subjectId } of lost) {
        this.options.logger.warn({ kind, subjectId }, 'outbox command took longer than its lease');
      }
    } catch (error) {
      this.results = [...results, ...this.results];
      throw error;
    }
  }

  private async claim(): Promise<void> {
    if (performance.now() < this.nextLookAt && !this.lanes.mayHaveMore()) return;
    this.nextLookAt = performance.now() + this.options.pollMs;
    const limits = this.lanes.limits();
    this.claims += 1;
    const claimed = await claimCommands(this.options.database, `${this.name}/${this.claims}`, limits);
    if (this.stopAt < Infinity) return releaseCommands(this.options.database, claimed);
    this.lanes.take(limits, claimed);
    for (const command of claimed) void this.start(command);
  }

  private async start(command: ClaimedCommand): Promise<void> {
    this.running.add(command);
    const failure = await carryOutTraced(this.options, command).then(
      () => null,
      (error: unknown) => this.failureOf(command, error),
    );
    if (failure === null) this.lanes.succeed(command.kind);
    outboxCommands.inc({ kind: command.kind, result: failure === null ? 'done' : 'put_off' });
    this.lanes.leave(command.kind);
    this.running.delete(command);
    this.results.push({ command, failure });
    this.ring();
  }

  private failureOf({ kind, subjectId, attempts }: ClaimedCommand, error: unknown): CommandResult['failure'] {
    const reason = reasonOf(error);
    const isLimited = Number(grpcErrorOf(error).code) === resourceExhausted;
    const retryAfterSeconds = isLimited ? this.lanes.pause(kind) : undefined;
    this.options.logger.warn({ kind, subjectId, attempts: attempts + 1, reason }, 'outbox command put off');
    return { reason, retryAfterSeconds };
  }

  /** What is not settled at the end: calls that have passed their deadline, and results that PostgreSQL did not take. */
  private async giveBack(): Promise<void> {
    try {
      await settleCommands(this.options.database, this.results);
      await releaseCommands(this.options.database, [...this.running]);
    } catch (error) {
      this.options.logger.warn({ err: error }, 'outbox leases were not given back; they expire');
    }
  }

  private ring(): void {
    this.isWoken = true;
    this.wake();
  }

  /** Until a call ends, commands may be due, or the dispatcher stops. A wake-up from before is not lost. */
  private async sleep(): Promise<void> {
    const until = this.stopAt < Infinity ? this.stopAt : this.nextLookAt;
    if (!this.isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, until - performance.now()));
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.isWoken = false;
  }
}
