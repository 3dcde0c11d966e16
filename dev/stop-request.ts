/** A repeated signal within this time is the same request: npm forwards signals that the terminal has already sent. */
const SAME_REQUEST_MS = 700;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP (the terminal was closed). A second signal stops the waiting: calls
 * `killAll` and ends the process with code 130.
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
