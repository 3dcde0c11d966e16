import { CancellationScope, condition, defineSignal, isCancellation, setHandler, sleep } from '@temporalio/workflow';
import { eventSignal, type EventSignal } from './contract/journey-execution';

/** Events that were signaled to an execution. */
export interface EventSignals {
  goalReached(): boolean;
  /** Returns whether an awaited event was signaled after the last {@link markQueried}. */
  hasPending(): boolean;
  /** Marks the time just before the database is queried for an awaited event. Later signals count as pending. */
  markQueried(): void;
  /**
   * Sleeps until the time is over, the goal is reached or, with `forEvent`, an awaited event is signaled.
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
