/** Batches: what arrives while a batch is under way travels together in the next one, so that its cost is shared by all who wait. */
export interface Batches {
  /** There is something to take. What was read in the same turn of the event loop travels together. */
  wake(): void;
  /** Batches under way. */
  running(): number;
}

/**
 * @param take the next batch as a function that runs it, and never rejects; null when there is none for now. It is called with the number
 * of those under way, and again after each of them
 * @param concurrency batches under way together
 */
export function createBatches(take: (running: number) => (() => Promise<void>) | null, concurrency: number): Batches {
  let running = 0;
  let isWoken = false;
  const begin = (): void => {
    while (running < concurrency) {
      const run = take(running);
      if (run === null) return;
      running += 1;
      void run().then(() => {
        running -= 1;
        begin();
      });
    }
  };
  return {
    wake() {
      if (isWoken || running >= concurrency) return;
      isWoken = true;
      setImmediate(() => {
        isWoken = false;
        begin();
      });
    },
    running: () => running,
  };
}
