import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  claimCommands,
  releaseCommands,
  settleCommands,
  type ClaimedCommand,
  type CommandResult,
} from '../db/outbox/outbox';
import { grpcErrorOf } from '../temporal/connect-error';
import { reasonOf } from '../temporal/reason';
import { outboxCommands } from '../telemetry/counters';
import { withSpan } from '../telemetry/spans';
import { carryOut, type OutboxTargets } from './outbox-kinds';
import { createLanes } from './outbox-lanes';
import { listenToOutbox } from './outbox-listener';

/**
 * Sends commands from PostgreSQL to Temporal: claims due commands, calls Temporal outside any transaction, and settles
 * each command when its call ends. Several dispatchers can run at the same time.
 */
export interface OutboxDispatcher {
  /** Stops claiming, waits for running calls until their deadline, and releases the rest. */
  stop(): Promise<void>;
}

export interface OutboxOptions extends OutboxTargets {
  /** URL of PostgreSQL itself: poolers do not support listeners. */
  listenUrl: string;
  logger: Logger;
  /** Milliseconds between polls if no commit wakes the dispatcher. */
  pollMs: number;
}

/** Deadline of each call to Temporal for a command, milliseconds. */
export const outboxCallTimeoutMs = 5_000;

const resourceExhausted = 8;

/** With more calls than this, rounds start at least {@link roundMs} apart, so that they settle and claim more together. */
const busyCalls = 20;
const roundMs = 10;

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

/** Runs a command in the trace of the request that wrote it, if that was traced. */
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

/** Waits for both to end, unlike `Promise.all`. @throws the first error */
async function both(one: Promise<void>, other: Promise<void>): Promise<void> {
  for (const result of await Promise.allSettled([one, other])) if (result.status === 'rejected') throw result.reason;
}

/** One loop settles and claims. The calls run concurrently, and wake the loop when they end. */
class Dispatcher {
  private readonly lanes = createLanes(() => performance.now(), Math.random);
  private readonly name = `${hostname()}/${process.pid}/${randomBytes(3).toString('hex')}`;
  private readonly running = new Set<ClaimedCommand>();
  private results: CommandResult[] = [];
  private claims = 0;
  private nextPollAt = 0;
  private stopAt = Infinity;
  private wake: () => void = () => undefined;
  private isWoken = false;

  constructor(private readonly options: OutboxOptions) {}

  /** Called when commands may have become due. */
  look(): void {
    this.nextPollAt = 0;
    this.ring();
  }

  stop(): void {
    this.stopAt = performance.now() + outboxCallTimeoutMs;
    this.ring();
  }

  async run(): Promise<void> {
    while (!this.isOver()) {
      const startedAt = performance.now();
      try {
        // A call leaves its slot when it ends, so claims need not wait for settlements.
        await both(this.settle(), this.claim());
      } catch (error) {
        this.options.logger.warn({ err: error }, 'outbox round failed; retrying');
        this.nextPollAt = performance.now() + this.options.pollMs;
        this.isWoken = false;
      }
      if (!this.isOver()) await this.sleep();
      const restMs = startedAt + roundMs - performance.now();
      if (this.running.size > busyCalls && restMs > 0) await delay(restMs);
    }
    await this.giveBack();
  }

  /** True if nothing is left to do, or the running calls have passed their deadline. */
  private isOver(): boolean {
    const isIdle = this.running.size === 0 && this.results.length === 0;
    return performance.now() >= this.stopAt || (this.stopAt < Infinity && isIdle);
  }

  /** Settles the results since the last round together. More results can arrive during this. */
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
    if (this.stopAt < Infinity) return;
    if (performance.now() < this.nextPollAt && !this.lanes.mayHaveMore()) return;
    this.nextPollAt = performance.now() + this.options.pollMs;
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
    this.options.logger.warn(
      { kind, subjectId, attempts: attempts + 1, reason },
      'outbox command failed; it will be retried',
    );
    return { reason, retryAfterSeconds };
  }

  /** Releases unsettled commands at the end: calls past their deadline, and results that PostgreSQL did not accept. */
  private async giveBack(): Promise<void> {
    // Read before the first query: a call that ends during it would be in neither list. Repeating its command is safe.
    const running = [...this.running];
    try {
      await settleCommands(this.options.database, this.results);
      await releaseCommands(this.options.database, running);
    } catch (error) {
      this.options.logger.warn({ err: error }, 'outbox leases were not released; they will expire');
    }
  }

  private ring(): void {
    this.isWoken = true;
    this.wake();
  }

  /** Sleeps until a call ends, commands may be due, or the dispatcher stops. An earlier wake-up is not lost. */
  private async sleep(): Promise<void> {
    const until = this.stopAt < Infinity ? this.stopAt : this.nextPollAt;
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
