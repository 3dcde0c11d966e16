/** Milliseconds for which an owner counts as active after something of theirs was seen. */
const activeMs = 1_000;

/** Who has been active of late: the last owner seen, and the last one before who is another. */
export class ActiveOwners {
  private last = { owner: '', atMs: -Infinity };
  private lastOther = { owner: '', atMs: -Infinity };

  /** @param now milliseconds of a clock that never goes back */
  constructor(readonly now: () => number) {}

  see(owner: string): void {
    if (owner !== this.last.owner) this.lastOther = this.last;
    this.last = { owner, atMs: this.now() };
  }

  /** Whether anyone but this owner has been active within a second. */
  areBeside(owner: string): boolean {
    const { atMs } = owner === this.last.owner ? this.lastOther : this.last;
    return this.now() - atMs < activeMs;
  }
}

/** How much of what owners have in common the costly work of one takes while others are active. */
export interface ShareSettings {
  /** Of the time, above 0 to 1. */
  share: number;
  /** Milliseconds of work that are done without a wait. */
  allowanceMs: number;
  /** Of each piece of work, the milliseconds that cost nothing. */
  freeMs: number;
  /** What was costlier than this, in milliseconds, is not made up for: nothing waits for longer than it takes to pay it off. */
  mostDebtMs: number;
}

/** Owners that are remembered until those without a debt are dropped. */
const remembered = 1_000;

/**
 * Gives the costly work of each owner a share of the time while others are active, and all of it when none is. What an owner's work
 * takes is a debt, which time pays off; more of it begins once the debt is within the allowance.
 */
export class FairShare {
  private readonly debts = new Map<string, { ms: number; atMs: number }>();

  constructor(
    private readonly owners: ActiveOwners,
    private readonly settings: ShareSettings,
  ) {}

  /** Milliseconds until an owner's next work may begin; 0 for at once. Fewer when the others are gone meanwhile. */
  waitMs(owner: string): number {
    if (!this.owners.areBeside(owner)) return 0;
    return Math.max(0, Math.ceil((this.debtMs(owner) - this.settings.allowanceMs) / this.settings.share));
  }

  /** Resolves once an owner's next work may begin. */
  async acquire(owner: string): Promise<void> {
    for (let ms = this.waitMs(owner); ms > 0; ms = this.waitMs(owner)) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(ms, activeMs)));
    }
  }

  /** Milliseconds in which the others get their share beside a piece of an owner's work; 0 while there are none. */
  pauseMs(owner: string, pieceMs: number): number {
    return this.owners.areBeside(owner) ? pieceMs / this.settings.share - pieceMs : 0;
  }

  /** Milliseconds that a piece of an owner's work took. */
  spend(owner: string, ms: number): void {
    const { freeMs, mostDebtMs } = this.settings;
    if (ms <= freeMs) return;
    if (this.debts.size >= remembered) {
      for (const other of this.debts.keys()) if (this.debtMs(other) === 0) this.debts.delete(other);
    }
    this.debts.set(owner, { ms: Math.min(mostDebtMs, this.debtMs(owner) + ms - freeMs), atMs: this.owners.now() });
  }

  private debtMs(owner: string): number {
    const debt = this.debts.get(owner);
    return debt === undefined ? 0 : Math.max(0, debt.ms - (this.owners.now() - debt.atMs) * this.settings.share);
  }
}
