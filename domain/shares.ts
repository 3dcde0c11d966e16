/**
 * Shares slots between keys, such as workspaces, so that one with a lot of slow work leaves slots for the others. A key
 * may use up to twice as many slots as are free: two thirds if it is alone, two fifths each if there are two. Source:
 * Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet switches", 1998.
 */
export interface Shares {
  /**
   * Takes a slot.
   * @returns a function that frees it, or the milliseconds after which the key may get one
   */
  take(key: string): { free: () => void } | { retryAfterMs: number };
}

export interface SharesOptions {
  slots: number;
  /** The most slots of one key. Default: no limit other than its share. */
  perKey?: number;
  /** Milliseconds of a monotonic clock. */
  clock: () => number;
}

/** Slots that a key may use for each free slot. */
const perFreeSlot = 2;
/** Milliseconds. */
const [shortest, longest] = [500, 60_000];

interface Use {
  running: number;
  /** Mean duration of its work in milliseconds, of the last ones mostly. */
  meanMs: number;
  /** When the next refused work may try again. Each refusal moves it by the time in which one slot becomes free. */
  nextAt: number;
}

export function createShares({ slots, perKey = slots, clock }: SharesOptions): Shares {
  const uses = new Map<string, Use>();
  let running = 0;
  return {
    take(key) {
      const use = uses.get(key) ?? { running: 0, meanMs: 1_000, nextAt: 0 };
      uses.set(key, use);
      const limit = Math.max(1, Math.min(perKey, Math.floor(perFreeSlot * (slots - running))));
      if (use.running >= limit) {
        use.nextAt = Math.max(clock(), use.nextAt) + use.meanMs / limit;
        return { retryAfterMs: Math.round(Math.min(longest, Math.max(shortest, use.nextAt - clock()))) };
      }
      use.running += 1;
      running += 1;
      const startedAt = clock();
      return {
        free() {
          use.running -= 1;
          running -= 1;
          use.meanMs += (clock() - startedAt - use.meanMs) / 4;
          if (use.running === 0) uses.delete(key);
        },
      };
    },
  };
}
