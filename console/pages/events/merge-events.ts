import type { LiveEvent } from '../../../domain/live-events/schemas';

/** Events that the page keeps. */
export const maxEvents = 300;

/** Adds events to a list, newest first. An event that arrives twice is kept once. */
export function mergeEvents(known: readonly LiveEvent[], arrived: readonly LiveEvent[]): LiveEvent[] {
  const byId = new Map([...known, ...arrived].map((one) => [one.event.id, one]));
  return [...byId.values()].sort(newestFirst).slice(0, maxEvents);
}

function newestFirst({ event: one }: LiveEvent, { event: other }: LiveEvent): number {
  const [a, b] = [one.receivedAt + one.id, other.receivedAt + other.id];
  return a < b ? 1 : a > b ? -1 : 0;
}
