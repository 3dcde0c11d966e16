import { setTimeout as delay } from 'node:timers/promises';
import { findSession } from '../../db/accounts/sessions';
import type { Database } from '../../db/connection/pool';
import { listArrivals, noteViewers, type Arrival } from '../../db/events/live-arrivals';
import { listRejectedEvents } from '../../db/events/rejected-events';
import { findLiveEvents } from '../../db/reports/live-events';
import {
  describeEvents,
  describeRejection,
  findPeopleOfEvents,
  type EventWithPerson,
} from '../../operations/events/describe-events';
import type { ServiceLogger } from '../../logging';
import { allowanceOf, end, isRejectionWanted, isWanted, send, sendHeartbeat, type Viewer } from './live-viewer';

/** Milliseconds between two polls. */
const pollMs = 250;
/** Rejected events of a poll. */
const rejectionsPerPoll = 50;
/** Events of a poll that are read, to find those of a filter. */
const readPerPoll = 500;
/** Milliseconds between checks of the viewers' sessions. */
const checkMs = 2_000;
/** Milliseconds between notes that a workspace has viewers. */
const noteMs = 5_000;
const heartbeatMs = 15_000;
/** Milliseconds after which a stream ends and the browser reconnects, to spread viewers over new processes. */
const longestMs = 15 * 60_000;
/** Milliseconds by which the clocks of API processes may differ. Rejected events have the time of their process. */
const clockSkewMs = 10_000;

/** The viewers of a workspace in this process, who share one poll. */
export interface Room {
  workspaceId: string;
  viewers: Set<Viewer>;
  /** Up to where arrivals were read, by the database's clock; null before the first poll. */
  since: string | null;
  /** Known arrivals and rejected events, with the time by `performance.now()` after which they are not listed again. */
  seen: Map<string, number>;
  openedAt: Date;
}

/** Polls until the room is empty. Failures of the database are retried; the viewers keep their streams. */
export async function runRoom(database: Database, room: Room, logger: ServiceLogger): Promise<void> {
  const dueAt = { check: 0, note: 0, heartbeat: performance.now() + heartbeatMs };
  const isDue = (what: keyof typeof dueAt, everyMs: number): boolean => {
    if (performance.now() < dueAt[what]) return false;
    dueAt[what] = performance.now() + everyMs;
    return true;
  };
  while (room.viewers.size > 0) {
    if (isDue('heartbeat', heartbeatMs)) for (const viewer of room.viewers) sendHeartbeat(viewer);
    endOld(room);
    try {
      if (isDue('check', checkMs)) await checkSessions(database, room);
      if (isDue('note', noteMs)) await noteViewers(database, room.workspaceId);
      await poll(database, room);
    } catch (error) {
      logger.warn({ err: error, workspaceId: room.workspaceId }, 'Live events could not be read; retrying');
    }
    await delay(pollMs);
  }
}

function endOld({ viewers }: Room): void {
  for (const viewer of viewers) if (performance.now() - viewer.openedAt > longestMs) remove(viewers, viewer);
}

function remove(viewers: Set<Viewer>, viewer: Viewer): void {
  viewers.delete(viewer);
  end(viewer);
}

/** Ends the streams of sessions that have ended, or have another workspace or role. */
async function checkSessions(database: Database, { viewers }: Room): Promise<void> {
  for (const viewer of viewers) {
    const session = await findSession(database, viewer.sessionId);
    const isCurrent = session?.workspaceId === viewer.workspaceId && session.role === viewer.role && !session.isPaused;
    if (!isCurrent) remove(viewers, viewer);
  }
}

async function poll(database: Database, room: Room): Promise<void> {
  const { workspaceId, viewers, seen } = room;
  for (const [id, until] of seen) if (until < performance.now()) seen.delete(id);
  const known = [...seen.keys()];
  const except = known.filter((id) => !id.startsWith('rej_'));
  const [{ now, arrivals }, rejections] = await Promise.all([
    listArrivals(database, workspaceId, { since: room.since, except }),
    findRejections(database, room),
  ]);
  room.since = now;
  for (const { id } of arrivals) seen.set(id, performance.now() + clockSkewMs);
  const { events, unread } = await readArrivals(database, workspaceId, arrivals);
  const choices = [...viewers].map((viewer) => {
    const wanted = events.filter((event) => isWanted(viewer, event));
    const chosen = sample(wanted, allowanceOf(viewer));
    return { viewer, chosen, skipped: wanted.length - chosen.length + unread };
  });
  const shown = new Set(choices.flatMap(({ chosen }) => chosen));
  const described = await describeEvents({ database }, workspaceId, [...shown]);
  const byId = new Map(described.map((event) => [event.event.id, event]));
  for (const { viewer, chosen, skipped } of choices) {
    const stored = chosen.flatMap(({ row }) => byId.get(row.id) ?? []);
    const rejected = rejections.filter((rejection) => isRejectionWanted(viewer, rejection));
    viewer.sent.push({ at: performance.now(), count: stored.length });
    send(viewer, [...stored, ...rejected], { id: now, skipped });
  }
}

/** Reads the events of arrivals, newest first, with their people. @returns also the number of those that are left out */
export async function readArrivals(
  database: Database,
  workspaceId: string,
  arrivals: readonly Arrival[],
): Promise<{ events: EventWithPerson[]; unread: number }> {
  if (arrivals.length === 0) return { events: [], unread: 0 };
  const keys = arrivals.flatMap(({ eventIds, times }) =>
    eventIds.map((id, place) => ({ id, time: times[place] ?? '' })),
  );
  const read = sample(keys, readPerPoll);
  const rows = await findLiveEvents(database, workspaceId, {
    ids: read.map(({ id }) => id),
    times: read.map(({ time }) => time),
  });
  const total = arrivals.reduce((sum, { events }) => sum + events, 0);
  return { events: await findPeopleOfEvents({ database }, workspaceId, rows), unread: total - read.length };
}

async function findRejections(database: Database, { workspaceId, seen, openedAt }: Room) {
  const since = new Date(Math.max(openedAt.getTime(), Date.now() - clockSkewMs));
  const found = await listRejectedEvents(database, workspaceId, { limit: rejectionsPerPoll, since });
  const fresh = found.filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.set(id, performance.now() + 2 * clockSkewMs);
  return fresh.map(describeRejection);
}

/** Returns at most `most` items, evenly spread over all of them. */
export function sample<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, place) => items[Math.floor((place * items.length) / most)] as Item);
}
