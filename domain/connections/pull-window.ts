/** The days of a pull, both inclusive, in ISO 8601. */
export interface PullDays {
  from: string;
  to: string;
}

/** The number of days for which platforms revise their figures. */
const restatedDays = 28;
/** The longest period of a report. */
const maxDays = 90;
const dayMs = 86_400_000;

/**
 * Returns the days to pull: the last 28 days and today, and the days missed since the last successful pull. The first
 * pull covers 90 days, which is also the maximum. Days are in UTC, but the platform reads them in the account's
 * timezone; the next pull completes today.
 */
export function pullDays(lastSyncedAt: Date | null, now: Date): PullDays {
  const first = now.getTime() - maxDays * dayMs;
  const since = lastSyncedAt === null ? first : lastSyncedAt.getTime() - restatedDays * dayMs;
  return { from: isoDate(Math.max(first, since)), to: isoDate(now.getTime()) };
}

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
