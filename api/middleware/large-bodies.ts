import { AppError } from '../../domain/errors';
import { FairLock } from './fair-lock';

/** Bytes from which a body takes milliseconds to parse and validate. */
const largeBytes = 32_000;

/**
 * Keeps large bodies from delaying small requests. They are parsed and validated one at a time, owners in round-robin order: eight of them
 * arriving together would otherwise keep every small request waiting for all eight. While small requests are in flight, the next
 * large body waits for them, for as long as the last one took at most: large bodies take half of the event loop then.
 */
export class LargeBodies {
  private readonly parsing = new FairLock();
  private smallInFlight = 0;
  private smallDone = (): void => undefined;

  isLarge(bytes: number): boolean {
    return bytes >= largeBytes;
  }

  /** Counts a small request as in flight until the returned function is called. */
  startSmall(): () => void {
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

  private async yieldToSmall(maxMs: number): Promise<void> {
    // Requests that arrived during the parsing are visible only after the event loop has polled.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.smallInFlight === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxMs);
      this.smallDone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.smallDone = () => undefined;
  }
}

/** @throws AppError when the caller has gone while the request waited: nothing was done */
export function assertConnected({ socket }: { socket: { destroyed: boolean } }): void {
  if (socket.destroyed)
    throw new AppError('SERVICE_UNAVAILABLE', 'The connection was closed before the request was processed.');
}
