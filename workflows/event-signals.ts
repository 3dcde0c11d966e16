import { CancellationScope, condition, defineSignal, isCancellation, setHandler, sleep } from '@temporalio/workflow';
import { eventSignal, type EventSignal } from './contract/journey-execution';

/** The events that were signalled to a run. */
export interface EventSignals {
  goalReached(): boolean;
  /** Whether an awaited event was signalled since {@link markQueried}. */
  hasPending(): boolean;
  /** Just before the database is queried for an awaited event: what is signalled from then on counts again. */
  markQueried(): void;
  /**
   * Sleeps until the time is over, the goal is reached, or, with `forEvent`, an awaited event comes.
   * @param options.ms milliseconds from now
   */
  sleep(options: { ms: number; summary: string; forEvent: boolean }): Promise<void>;
}

export function receiveEventSignals(): EventSignals {
  const seen = new Set<string>();
  let goal = false;
  let awaited = 0;
  let queried = 0;
  setHandler(defineSignal<[EventSignal]>(eventSignal), ({ eventId, kind }) => {
    if (seen.has(`${kind} ${eventId}`)) return;
    seen.add(`${kind} ${eventId}`);
    if (kind === 'goal') goal = true;
    else awaited += 1;
  });
  return {
    goalReached: () => goal,
    hasPending: () => awaited > queried,
    markQueried() {
      queried = awaited;
    },
    async sleep({ ms, summary, forEvent }) {
      const before = forEvent ? awaited : Infinity;
      const scope = new CancellationScope();
      const timer = scope.run(() => sleep(ms, { summary }));
      try {
        await Promise.race([timer, condition(() => goal || awaited > before)]);
      } finally {
        scope.cancel();
      }
      await timer.catch((error: unknown) => {
        if (!isCancellation(error)) throw error;
      });
    },
  };
}
