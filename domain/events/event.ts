import type { JsonObject } from '../json/schemas';
import type { Device } from './device';

/** An event as it is stored. */
export interface NewEvent {
  type: string;
  visitorId: string | null;
  /** Whom a public caller claims, or a keyed caller says, that it is about: a lead's id, or the customer's own id for them. */
  userId: string | null;
  url: string | null;
  referrer: string | null;
  /** By which channel the event came (domain/analytics/channel.ts); null without a url. */
  channel: string | null;
  /** What it was seen on; kept of exposures to experiments alone. */
  device?: Device | null | undefined;
  data: JsonObject;
  messageId: string | null;
  occurredAt: Date;
  /** The caller's clock was unusable, and the time of receipt stands in. */
  clockAdjusted: boolean;
  isBot: boolean;
}

/** An event as it came in: also an address, which is matched with a person and not kept with the event. */
export interface IncomingEvent extends NewEvent {
  email: string | null;
}

/** Who sent events: a client that knows the public key, or the holder of a secret one, whose word on people counts. */
export type EventOrigin = 'public' | 'server';

const aheadMs = 3_600_000;
const dayMs = 24 * 3_600_000;
const behindMs = 30 * dayMs;

/** From when on a workspace keeps events, by its retention. */
export const keptFrom = (retentionDays: number, now: Date): Date => new Date(now.getTime() - retentionDays * dayMs);

/**
 * When an event happened, by the server's clock (contract, section 4). With `sentAt` the sender's skew is taken out:
 * `receivedAt + (timestamp - sentAt)`. A time more than 1 h ahead or 30 days behind is replaced by the time of receipt, and so
 * is one from before what the workspace keeps: retention would delete the event before anything counted it. Of history the times stand as given, however long ago; only what lies ahead cannot be history.
 */
export function occurrenceTime(
  times: { timestamp: string | undefined; sentAt: string | undefined; isHistory?: boolean },
  receivedAt: Date,
  keptSince?: Date,
): { occurredAt: Date; clockAdjusted: boolean } {
  if (times.timestamp === undefined) return { occurredAt: receivedAt, clockAdjusted: false };
  const isHistory = times.isHistory === true;
  const skewMs = times.sentAt === undefined || isHistory ? 0 : receivedAt.getTime() - Date.parse(times.sentAt);
  const occurredMs = Date.parse(times.timestamp) + skewMs;
  const aheadBy = occurredMs - receivedAt.getTime();
  const earliestMs = Math.max(receivedAt.getTime() - behindMs, keptSince?.getTime() ?? -Infinity);
  if (Number.isNaN(occurredMs) || aheadBy > aheadMs || (occurredMs < earliestMs && !isHistory)) {
    return { occurredAt: receivedAt, clockAdjusted: true };
  }
  return { occurredAt: new Date(occurredMs), clockAdjusted: false };
}
