/** Timers of one length that run when the test says so. All others use the real clock. */
export interface HeldTimers {
  /** Returns the number of timers that were set and not cleared. */
  waiting(): number;
  /** Ends their time. */
  elapse(): void;
  release(): void;
}

/** The real functions, even if a test has replaced them. */
const { setTimeout: set, clearTimeout: clear } = globalThis;

/**
 * Delays every `setTimeout` of exactly `ms` milliseconds, so that a time limit expires after everything that must
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
