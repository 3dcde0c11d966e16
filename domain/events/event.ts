import type { JsonObject } from '../json/schemas';
import type { Device } from './device';

/** A stored event. */
export interface NewEvent {
  type: string;
  visitorId: string | null;
  /**
   * The person that the event is about, as claimed by a public caller or set by a keyed one: a lead's id, or the
   * customer's own id.
   */
  userId: string | null;
  url: string | null;
  referrer: string | null;
  /** The channel of the event (domain/analytics/channel.ts), or `internal`; null without a url. */
  channel: string | null;
  /** The device of the visitor, stored only for exposures to experiments. */
  device?: Device | null | undefined;
  data: JsonObject;
  messageId: string | null;
  occurredAt: Date;
  /** Whether the caller's clock was unusable, and the time of receipt is used instead. */
  clockAdjusted: boolean;
  isBot: boolean;
}

/** A received event. It may have an address, which is matched with a person and not stored with the event. */
export interface IncomingEvent extends NewEvent {
  email: string | null;
}

/**
 * The sender of events: a client with the public key, or the holder of a secret key, which is trusted to identify
 * people.
 */
export type EventOrigin = 'public' | 'server';

const aheadMs = 3_600_000;
/** Differences up to this between receipt and `sentAt` are time in transit, not a wrong clock. */
const transitMs = 30_000;
const dayMs = 24 * 3_600_000;
const behindMs = 30 * dayMs;

/** Returns the start of a workspace's retention period. */
export const retentionStart = (retentionDays: number, now: Date): Date =>
  new Date(now.getTime() - retentionDays * dayMs);

/**
 * Returns when an event happened, on the server's clock. If `sentAt` differs from the time of receipt by more than
 * 30 s, the sender's clock is wrong, and the time is `receivedAt + (timestamp - sentAt)`. A smaller difference is not
 * corrected, because it is mostly the duration of the request. The time of receipt replaces a time more than 1 h ahead,
 * more than 30 days ago, or before the workspace's retention, because retention would delete the event before anything
 * counted it. Times of history are used unchanged, however old they are; only a time that is ahead is replaced.
 */
export function occurrenceTime(
  times: { timestamp: string | undefined; sentAt: string | undefined; isHistory?: boolean },
  receivedAt: Date,
  retainedSince?: Date,
): { occurredAt: Date; clockAdjusted: boolean } {
  if (times.timestamp === undefined) return { occurredAt: receivedAt, clockAdjusted: false };
  const isHistory = times.isHistory === true;
  const differenceMs = times.sentAt === undefined || isHistory ? 0 : receivedAt.getTime() - Date.parse(times.sentAt);
  const skewMs = Math.abs(differenceMs) <= transitMs ? 0 : differenceMs;
  const occurredMs = Date.parse(times.timestamp) + skewMs;
  const aheadBy = occurredMs - receivedAt.getTime();
  const earliestMs = Math.max(receivedAt.getTime() - behindMs, retainedSince?.getTime() ?? -Infinity);
  if (Number.isNaN(occurredMs) || aheadBy > aheadMs || (occurredMs < earliestMs && !isHistory)) {
    return { occurredAt: receivedAt, clockAdjusted: true };
  }
  return { occurredAt: new Date(occurredMs), clockAdjusted: false };
}
