import { FairQueue } from '../../domain/fair-queue';

/** A lock of the process; owners acquire it in round-robin order. */
export class FairLock {
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
