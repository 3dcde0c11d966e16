import { Readable } from 'node:stream';
import type { LiveEvent } from '../../domain/live-events/schemas';
import type { Role } from '../../domain/accounts/permissions';
import type { LiveFilter } from '../../db/reports/live-events';
import type { EventWithPerson } from '../../operations/events/describe-events';

/** The request of a viewer. */
export interface ViewerRequest {
  workspaceId: string;
  sessionId: string;
  role: Role;
  filter: LiveFilter;
  /** The id of the last message that the viewer received before it reconnected; null on the first connection. */
  lastId: string | null;
}

/** One open page of live events: a stream of server-sent events. */
export interface Viewer extends ViewerRequest {
  stream: Readable;
  /** By `performance.now()`. */
  openedAt: number;
  /** Events of the last second, without those that the stream started with. */
  sent: { at: number; count: number }[];
  isOver: boolean;
}

/** Bytes that wait for a slow client before its stream is dropped. */
const maxWaitingBytes = 1_000_000;

/** Milliseconds until the browser reconnects. */
const reconnectMs = 2_000;

export function createViewer(request: ViewerRequest): Viewer {
  const stream = new Readable({ read: () => undefined });
  stream.push(`retry: ${reconnectMs}\n\n`);
  return { ...request, stream, openedAt: performance.now(), sent: [], isOver: false };
}

/** Events that a viewer receives per second. */
const maxPerSecond = 100;

/** Returns how many events the viewer may receive now. */
export function allowanceOf(viewer: Viewer): number {
  viewer.sent = viewer.sent.filter(({ at }) => at > performance.now() - 1_000);
  return Math.max(0, maxPerSecond - viewer.sent.reduce((sum, { count }) => sum + count, 0));
}

/** Returns whether an event is one that the viewer filters for. */
export const isWanted = ({ filter }: Pick<Viewer, 'filter'>, { row, personId }: EventWithPerson): boolean =>
  (filter.type === undefined || row.type === filter.type) &&
  (filter.visitorId === undefined || row.visitorId === filter.visitorId) &&
  (filter.personId === undefined || personId === filter.personId);

/** Returns whether a rejected event is one that the viewer filters for. It has no person. */
export const isRejectionWanted = ({ filter }: Pick<Viewer, 'filter'>, { event }: LiveEvent): boolean =>
  (filter.type === undefined || event.type === filter.type) &&
  (filter.visitorId === undefined || event.visitorId === filter.visitorId) &&
  filter.personId === undefined;

/**
 * Sends events, and the number of those that were left out.
 * @param position.id the position from which a reconnected viewer continues
 */
export function send(
  viewer: Viewer,
  events: readonly LiveEvent[],
  { id, skipped }: { id: string; skipped: number },
): void {
  const messages = events.map((event) => `data: ${JSON.stringify(event)}`);
  if (skipped > 0) messages.push(`event: skipped\ndata: ${JSON.stringify({ count: skipped })}`);
  if (messages.length > 0) push(viewer, messages.map((message) => `id: ${id}\n${message}\n\n`).join(''));
}

/** A comment, which keeps proxies from closing the connection. */
export const sendHeartbeat = (viewer: Viewer): void => push(viewer, ': heartbeat\n\n');

/** Drops a client that reads too slowly. */
function push({ stream, isOver }: Viewer, text: string): void {
  if (isOver || stream.destroyed) return;
  if (stream.readableLength > maxWaitingBytes) stream.destroy();
  else stream.push(text);
}

/** Ends a stream after what was sent. The browser reconnects, and is refused if its session has ended. */
export function end(viewer: Viewer): void {
  viewer.isOver = true;
  viewer.stream.push(null);
}
