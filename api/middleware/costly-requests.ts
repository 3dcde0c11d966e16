import { setImmediate } from 'node:timers/promises';
import { FairShare, type ActiveOwners, type ShareSettings } from '../../domain/fair-share';
import type { Pause } from '../../operations/ports';
import { FairLock } from './fair-lock';

/** Bytes of a response from which on making it takes milliseconds. */
const largeResponseBytes = 100_000;
/** Of the event loop. */
const share: ShareSettings = { share: 0.1, allowanceMs: 50, freeMs: 0, maxDebtMs: 500 };
/** Routes by owner that are remembered for their large responses. */
const maxRemembered = 1_000;
/** Maximum milliseconds of one pause. */
const longestPauseMs = 100;
/** Maximum milliseconds of all pauses of a request. They are limited because its transaction may be open. */
const maxPausedMs = 5_000;

/** The pause of requests that take no share. */
const yieldToLoop: Pause = () => setImmediate();

/**
 * Keeps the costly requests of one owner, a workspace or a caller's address, from delaying those of others: they are
 * handled one at a time and, while others are active, take a share of the time. A request is costly if it has a large
 * body, or if its route had a large response for its owner last time.
 */
export class CostlyRequests {
  private readonly handling = new Map<string, FairLock>();
  private readonly largeResponses = new Set<string>();
  private readonly share: FairShare;

  /** @param busyMs milliseconds for which the event loop has been busy since the start: a wait for the database costs no owner anything */
  constructor(
    private readonly owners: ActiveOwners,
    private readonly busyMs = (): number => performance.eventLoopUtilization().active,
  ) {
    this.share = new FairShare(owners, share);
  }

  see(owner: string): void {
    this.owners.see(owner);
  }

  /** @param route its method and path @param bytes of the answer */
  noteResponse(owner: string, route: string, bytes: number): void {
    if (bytes < largeResponseBytes && this.largeResponses.size === 0) return;
    const name = `${owner} ${route}`;
    this.largeResponses.delete(name);
    if (bytes < largeResponseBytes) return;
    if (this.largeResponses.size >= maxRemembered) this.largeResponses.clear();
    this.largeResponses.add(name);
  }

  hasLargeResponse(owner: string, route: string): boolean {
    return this.largeResponses.size > 0 && this.largeResponses.has(`${owner} ${route}`);
  }

  /**
   * Runs `handle` once no other costly request of the same owner is being handled. Between two pieces of its work it may pause, in the
   * measure of what the piece took, so that others are delayed by a piece and not by all of them.
   * @param options.isShared whether it waits for the owner's share of the time, and what it takes counts
   */
  async handle<Result>(
    owner: string,
    { isShared }: { isShared: boolean },
    handle: (pause: Pause) => Promise<Result>,
  ): Promise<Result> {
    const lock = this.handling.get(owner) ?? new FairLock();
    this.handling.set(owner, lock);
    await lock.acquire(owner);
    try {
      return isShared ? await this.handleWithinShare(owner, handle) : await handle(yieldToLoop);
    } finally {
      lock.release();
      if (lock.isFree) this.handling.delete(owner);
    }
  }

  private async handleWithinShare<Result>(owner: string, handle: (pause: Pause) => Promise<Result>): Promise<Result> {
    await this.share.acquire(owner);
    let busyMs = this.busyMs();
    const spend = (): number => {
      const spentMs = this.busyMs() - busyMs;
      this.share.spend(owner, spentMs);
      return spentMs;
    };
    let pausedMs = 0;
    try {
      return await handle(async () => {
        const ms = Math.min(longestPauseMs, maxPausedMs - pausedMs, this.share.pauseMs(owner, spend()));
        pausedMs += ms;
        await (ms >= 1 ? new Promise((resolve) => setTimeout(resolve, ms)) : yieldToLoop());
        busyMs = this.busyMs();
      });
    } finally {
      spend();
    }
  }
}
