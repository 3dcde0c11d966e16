import { Context } from '@temporalio/activity';

/** At most, in milliseconds: a local activity has ten seconds. */
const longestSleepMs = 1_000;
/** As far as clocks differ that no time service sets right, in milliseconds. */
const usualSkewMs = 60_000;

/**
 * Sleeps while a wait is over by the workflow's clock and not by PostgreSQL's, which decides: the workflow, for which there is nothing left to
 * wait for, would come back at once, over and over. Its clock is Temporal's, which an activity can only guess: a wait that is over
 * by this process's clock may be, and so may one that ends shortly. Returns early when the activity is cancelled.
 * @param end when the wait is over, and in how many milliseconds by PostgreSQL's clock
 */
export async function sleepForSlowerClock(end: { at: Date; inMs: number } | null): Promise<void> {
  if (end === null || end.inMs <= 0) return;
  if (end.inMs > usualSkewMs && end.at.getTime() > Date.now()) return;
  await Context.current()
    .sleep(Math.min(Math.ceil(end.inMs), longestSleepMs))
    .catch(() => undefined);
}
