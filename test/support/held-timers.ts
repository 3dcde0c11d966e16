/** Timers of one length, which run when the test says so. All others keep the real clock. */
export interface HeldTimers {
  /** Those that were set and not cleared. */
  waiting(): number;
  /** Their time is over. */
  elapse(): void;
  release(): void;
}

/** The clock's own, whatever a test has put in their place. */
const { setTimeout: set, clearTimeout: clear } = globalThis;

/**
 * Holds every `setTimeout` of exactly so many milliseconds: a limit that a test wants to see passed is then passed after what has to
 * happen before it, on a machine of any speed.
 */
export function holdTimers(ms: number): HeldTimers {
  const held = new Map<unknown, () => void>();
  const setting = jest.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, after?: number) => {
    const timer = set(after === ms ? () => undefined : run, after);
    if (after === ms) held.set(timer, run);
    return timer;
  });
  const clearing = jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    held.delete(timer);
    clear(timer);
  });
  return {
    waiting: () => held.size,
    elapse() {
      for (const [timer, run] of held) {
        clearTimeout(timer as NodeJS.Timeout);
        run();
      }
    },
    release() {
      for (const timer of held.keys()) clear(timer as NodeJS.Timeout);
      setting.mockRestore();
      clearing.mockRestore();
    },
  };
}
