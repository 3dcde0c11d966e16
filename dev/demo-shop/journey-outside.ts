import type { Outcome } from '../../domain/journeys/plan';
import type { SendEvent } from '../../db/email/send-events';
import { between, type Random } from './random';

/** What mail servers, readers and a webhook's receiver did in the past. */

export interface MessageCourse {
  /** Milliseconds since the epoch. */
  at: number;
  isRejected: boolean;
  events: Pick<SendEvent, 'kind' | 'at' | 'automated' | 'detail'>[];
  /** Why later messages to the person are skipped; null if they are not. */
  makesUnreachable: Unreachable | null;
  /** When the reader orders after a click; null if they do not. */
  ordersAt: number | null;
}

/** Why messages to a person are skipped from a time on. */
export interface Unreachable {
  reason: 'opt_out' | 'suppression';
  at: number;
}

const minuteMs = 60_000;
const ordersAfterClick = 0.4;
/** An order takes less. */
const orderTimeMs = 15 * minuteMs;

/** Returns what happens to a message: most are delivered, many opened, some clicked, a few bounce. */
export function sendMessage(
  random: Random,
  { at, now, isRejected, clicks }: { at: number; now: number; isRejected: boolean; clicks: number },
): MessageCourse {
  const course: MessageCourse = { at, isRejected, events: [], makesUnreachable: null, ordersAt: null };
  const happens = (kind: SendEvent['kind'], time: number, detail: string | null = null, automated = false): void => {
    if (time <= now) course.events.push({ kind, at: new Date(time), automated, detail });
  };
  if (isRejected) return course;
  if (random() < 0.012) {
    const bounced = at + between(random, 2, 20) * 1_000;
    happens('bounce', bounced, 'Permanent 5.1.1');
    return { ...course, makesUnreachable: { reason: 'suppression', at: bounced } };
  }
  const delivered = at + between(random, 1, 5) * 1_000;
  happens('delivery', delivered);
  if (random() < 0.25) happens('open', delivered + between(random, 3, 40) * 1_000, null, true);
  if (random() >= 0.46) return course;
  const opened = delivered + between(random, 2, 600) * minuteMs;
  happens('open', opened);
  const clicked = opened + between(random, 5, 90) * 1_000;
  const [clicksLink, orders, leaves] = [random() < clicks, random() < ordersAfterClick, random() < 0.012];
  if (clicksLink) {
    happens('click', clicked);
    const ordersAt = orders && clicked + orderTimeMs < now ? clicked : null;
    return { ...course, ordersAt };
  }
  const left = opened + between(random, 20, 90) * 1_000;
  if (leaves) happens('unsubscribe', left);
  return leaves && left <= now ? { ...course, makesUnreachable: { reason: 'opt_out', at: left } } : course;
}

export interface WebhookTry {
  number: number;
  at: number;
  durationMs: number;
  statusCode: number | null;
  failure: string | null;
}

/** Returns the tries of a call: most succeed, some after a try that failed, and some receivers are down. */
export function callWebhook(random: Random, at: number): { tries: WebhookTry[]; outcome: Outcome } {
  const luck = random();
  const failing = luck < 0.06 ? 6 : luck < 0.14 ? 1 : 0;
  const tries: WebhookTry[] = [];
  let time = at + between(random, 80, 300);
  for (let number = 1; number <= Math.min(failing + 1, 6); number += 1) {
    const fails = number <= failing;
    const durationMs = between(random, 60, 900);
    tries.push({ number, at: time, durationMs, statusCode: fails ? 503 : 201, failure: null });
    time += durationMs + 4_000 * 2 ** (number - 1);
  }
  const isDown = failing === 6;
  return { tries, outcome: isDown ? { kind: 'failed', reason: 'http_503' } : { kind: 'delivered' } };
}
