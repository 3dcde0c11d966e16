/** Days that a pull asks for, both included, ISO 8601. */
export interface PullDays {
  from: string;
  to: string;
}

/** Platforms restate a day's figures for so many days. */
const restatedDays = 28;
/** What the longest report covers. */
const mostDays = 90;
const dayMs = 86_400_000;

/**
 * The last 28 days and today, and what was missed since the last pull that succeeded. The first pull goes back 90 days, which is
 * also the most. Days are those of UTC; the platform reads them in the account's timezone, and what today lacks the next pull has.
 */
export function pullDays(lastSyncedAt: Date | null, now: Date): PullDays {
  const first = now.getTime() - mostDays * dayMs;
  const since = lastSyncedAt === null ? first : lastSyncedAt.getTime() - restatedDays * dayMs;
  return { from: isoDate(Math.max(first, since)), to: isoDate(now.getTime()) };
}

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
