import { AppError } from '../../domain/errors';
import { FairQueue } from '../../domain/fair-queue';

/** Bytes from which a body takes milliseconds to parse and validate. */
const largeBytes = 32_000;

/**
 * Keeps large bodies from delaying small requests. They are parsed and validated one at a time, owners in round-robin order: eight of them
 * arriving together would otherwise keep every small request waiting for all eight. While small requests are in flight, the next
 * large body waits for them, for as long as the last one took at most: large bodies take half of the event loop then.
 */
export class LargeBodies {
  private readonly parsing = new FairLock();
  private readonly handling = new Map<string, FairLock>();
  private smallInFlight = 0;
  private smallDone = (): void => undefined;

  isLarge(bytes: number): boolean {
    return bytes >= largeBytes;
  }

  /** Counts a small request as in flight until the returned function is called. */
  beginSmall(): () => void {
    this.smallInFlight += 1;
    return () => {
      this.smallInFlight -= 1;
      if (this.smallInFlight === 0) this.smallDone();
    };
  }

  /** Runs `parse` once no other large body is being parsed. @param owner a workspace, or the caller's address */
  async parse<Result>(owner: string, parse: () => Promise<Result>): Promise<Result> {
    await this.parsing.acquire(owner);
    const startedAt = performance.now();
    try {
      return await parse();
    } finally {
      void this.yieldToSmall(performance.now() - startedAt).then(() => this.parsing.release());
    }
  }

  /** Runs `handle` once no other request with a large body of the same owner is being handled. */
  async handle<Result>(owner: string, handle: () => Promise<Result>): Promise<Result> {
    const lock = this.handling.get(owner) ?? new FairLock();
    this.handling.set(owner, lock);
    await lock.acquire(owner);
    try {
      return await handle();
    } finally {
      lock.release();
      if (lock.isFree) this.handling.delete(owner);
    }
  }

  private async yieldToSmall(mostMs: number): Promise<void> {
    // What has arrived meanwhile is seen only after the loop has polled.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.smallInFlight === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, mostMs);
      this.smallDone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.smallDone = () => undefined;
  }
}

/** A lock of the process; owners acquire it in round-robin order. */
class FairLock {
  private readonly waiting = new FairQueue<() => void>();
  isFree = true;

  async acquire(owner: string): Promise<void> {
    if (this.isFree) this.isFree = false;
    else await new Promise<void>((resolve) => this.waiting.add(owner, resolve));
  }

  release(): void {
    const next = this.waiting.take();
    if (next === undefined) this.isFree = true;
    else next();
  }
}

/** @throws AppError when the caller has gone while the request waited: nothing was done */
export function assertConnected({ socket }: { socket: { destroyed: boolean } }): void {
  if (socket.destroyed) throw new AppError('SERVICE_UNAVAILABLE', 'The connection was closed. Nothing was done.');
}
