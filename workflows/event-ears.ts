import { CancellationScope, condition, defineSignal, isCancellation, setHandler, sleep } from '@temporalio/workflow';
import { eventSignal, type EventSignal } from './contract';

/** What a run has heard of events that concern it. */
export interface EventEars {
  goalReached(): boolean;
  /** Whether an awaited event was told of since {@link asking}. */
  hasNews(): boolean;
  /** Just before the database is asked for an awaited event: what is told from then on is news again. */
  asking(): void;
  /**
   * Sleeps until the time is over, the goal is reached, or, with `forEvent`, an awaited event comes.
   * @param options.ms milliseconds from now
   */
  sleep(options: { ms: number; summary: string; forEvent: boolean }): Promise<void>;
}

export function listenToEvents(): EventEars {
  const seen = new Set<string>();
  let goal = false;
  let awaited = 0;
  let asked = 0;
  setHandler(defineSignal<[EventSignal]>(eventSignal), ({ eventId, kind }) => {
    if (seen.has(`${kind} ${eventId}`)) return;
    seen.add(`${kind} ${eventId}`);
    if (kind === 'goal') goal = true;
    else awaited += 1;
  });
  return {
    goalReached: () => goal,
    hasNews: () => awaited > asked,
    asking() {
      asked = awaited;
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
