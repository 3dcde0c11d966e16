/** Limits on sends: of the account at the provider, and of a new sender domain. */

/** Limits of an account. Null: not limited. */
export interface AccountLimits {
  perSecond: number | null;
  /** Messages within any 24 hours. */
  perDay: number | null;
  /** Messages within the last 24 hours. */
  sentInDay: number;
}

export const unlimited: AccountLimits = { perSecond: null, perDay: null, sentInDay: 0 };

/** Which limit holds a send up. */
export type SendingLimit = 'rate' | 'daily_quota' | 'warm_up';

/**
 * Whether a send may go to the provider now. `paused`: the provider fails, and one send at a time may go: the probe.
 * `limited`: a limit of the account or of the sender domain is reached.
 */
export type Admission = { kind: 'open' } | Postponement;

export type Postponement = ({ kind: 'paused' } | { kind: 'limited'; limit: SendingLimit }) & {
  /** Milliseconds until the next probe, or until the limit may allow the send. */
  retryAfterMs: number;
  /** Milliseconds over which retries should spread after that. */
  spreadMs: number;
};

/**
 * Share of the daily quota that journeys and notices may use. The rest is for transactional messages, which people wait
 * for.
 */
const patientShare = 0.95;

/** Returns whether the account may send another message today. @param isUrgent whether a caller waits for it */
export function hasQuota({ perDay, sentInDay }: AccountLimits, isUrgent: boolean): boolean {
  return perDay === null || sentInDay < (isUrgent ? perDay : Math.floor(perDay * patientShare));
}

/** A plan for a new sender domain, whose reputation grows with its sends: the limit doubles with each day. */
export interface WarmUp {
  /** The first day, ISO 8601, in UTC. */
  from: string;
  /** Messages on the first day. */
  firstDay: number;
}

/** Warm-up plans by sender domain. */
export type WarmUps = ReadonlyMap<string, WarmUp>;

/** Days of a warm-up plan. The last one allows 8,192 times as many messages as the first. */
const warmUpDays = 14;

const dayMs = 86_400_000;

/**
 * Returns the most messages that a domain may send on a day, other than transactional ones: none before the plan's first
 * day, and null for no limit after its end.
 * @param day ISO 8601, in UTC
 */
export function warmUpLimit({ from, firstDay }: WarmUp, day: string): number | null {
  const days = Math.round((Date.parse(day) - Date.parse(from)) / dayMs);
  if (days < 0) return 0;
  return days < warmUpDays ? firstDay * 2 ** days : null;
}
