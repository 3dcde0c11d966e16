/** A signal that comes again within this time is the same request: npm passes on what the terminal has sent already. */
const SAME_REQUEST_MS = 700;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP (the terminal was closed). A second one means that waiting is over:
 * `killAll` is called and the process ends with code 130.
 */
export function untilStopRequested(killAll: () => void): Promise<void> {
  return new Promise((resolve) => {
    let requestedAt: number | undefined;
    const onSignal = (): void => {
      if (requestedAt === undefined) {
        requestedAt = Date.now();
        resolve();
        return;
      }
      if (Date.now() - requestedAt < SAME_REQUEST_MS) return;
      killAll();
      process.exit(130);
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
  });
}
