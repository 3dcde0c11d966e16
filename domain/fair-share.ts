/** How long an owner counts as active after it was last seen, in milliseconds. */
const activeMs = 1_000;

/** Tracks active owners: the last owner seen, and the last different owner before it. */
export class ActiveOwners {
  private last = { owner: '', atMs: -Infinity };
  private lastOther = { owner: '', atMs: -Infinity };

  /** @param now milliseconds of a monotonic clock */
  constructor(readonly now: () => number) {}

  see(owner: string): void {
    if (owner !== this.last.owner) this.lastOther = this.last;
    this.last = { owner, atMs: this.now() };
  }

  /** Checks whether any other owner was active within the last second. */
  hasOthers(owner: string): boolean {
    const { atMs } = owner === this.last.owner ? this.lastOther : this.last;
    return this.now() - atMs < activeMs;
  }
}

/** Limits the share of a common resource that one owner's expensive work takes while others are active. */
export interface ShareSettings {
  /** The share of time, above 0 and at most 1. */
  share: number;
  /** Milliseconds of work that are allowed without a wait. */
  allowanceMs: number;
  /** The milliseconds of each piece of work that are not charged. */
  freeMs: number;
  /**
   * The maximum debt in milliseconds. More expensive work is not charged beyond it, so no wait is longer than the time
   * to pay it off.
   */
  maxDebtMs: number;
}

/** The number of owners to remember before those without a debt are dropped. */
const remembered = 1_000;

/**
 * Limits the expensive work of each owner to a share of the time while others are active, and gives it all of the time
 * otherwise. Work creates a debt that decreases over time. The owner's next work starts when the debt is within the
 * allowance.
 */
export class FairShare {
  private readonly debts = new Map<string, { ms: number; atMs: number }>();

  constructor(
    private readonly owners: ActiveOwners,
    private readonly settings: ShareSettings,
  ) {}

  /**
   * Returns the milliseconds until an owner's next work may start; 0 for immediately. The wait may end earlier if the
   * others become inactive.
   */
  waitMs(owner: string): number {
    if (!this.owners.hasOthers(owner)) return 0;
    return Math.max(0, Math.ceil((this.debtMs(owner) - this.settings.allowanceMs) / this.settings.share));
  }

  /** Resolves when an owner's next work may start. */
  async acquire(owner: string): Promise<void> {
    for (let ms = this.waitMs(owner); ms > 0; ms = this.waitMs(owner)) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(ms, activeMs)));
    }
  }

  /**
   * Returns the pause after a piece of an owner's work that gives the others their share, in milliseconds; 0 if no
   * others are active.
   */
  pauseMs(owner: string, pieceMs: number): number {
    return this.owners.hasOthers(owner) ? pieceMs / this.settings.share - pieceMs : 0;
  }

  /** Charges the milliseconds of a piece of an owner's work. */
  spend(owner: string, ms: number): void {
    const { freeMs, maxDebtMs } = this.settings;
    if (ms <= freeMs) return;
    if (this.debts.size >= remembered) {
      for (const other of this.debts.keys()) if (this.debtMs(other) === 0) this.debts.delete(other);
    }
    this.debts.set(owner, { ms: Math.min(maxDebtMs, this.debtMs(owner) + ms - freeMs), atMs: this.owners.now() });
  }

  private debtMs(owner: string): number {
    const debt = this.debts.get(owner);
    return debt === undefined ? 0 : Math.max(0, debt.ms - (this.owners.now() - debt.atMs) * this.settings.share);
  }
}
