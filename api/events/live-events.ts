import type { Readable } from 'node:stream';
import type { Database } from '../../db/connection/pool';
import { retentionSeconds, listArrivals, noteViewers } from '../../db/events/live-arrivals';
import { listNewestEvents } from '../../db/reports/live-events';
import { AppError } from '../../domain/errors';
import type { ServiceLogger } from '../../logging';
import { describeEvents, findPeopleOfEvents } from '../../operations/events/describe-events';
import { readArrivals, runRoom, sample, type Room } from './live-room';
import { createViewer, end, isWanted, send, type Viewer, type ViewerRequest } from './live-viewer';

/** Streams of live events. Viewers of a workspace share one poll; nothing runs without viewers. */
export interface LiveEvents {
  /** Opens a stream that starts with the newest events. @throws AppError RATE_LIMITED if too many are open */
  open(request: ViewerRequest): Promise<Readable>;
  /** Ends all streams. */
  stop(): Promise<void>;
}

/** Open streams per workspace and process. */
const maxViewers = 50;
/** Events that a stream starts with. */
const firstEvents = 50;

export function createLiveEvents(database: Database, logger: ServiceLogger): LiveEvents {
  const rooms = new Map<string, Room>();
  const running = new Set<Promise<void>>();

  function enter(viewer: Viewer): void {
    const { workspaceId, stream } = viewer;
    const existing = rooms.get(workspaceId);
    const room = existing ?? createRoom(workspaceId);
    room.viewers.add(viewer);
    stream.once('close', () => {
      room.viewers.delete(viewer);
      if (room.viewers.size === 0 && rooms.get(workspaceId) === room) rooms.delete(workspaceId);
    });
    if (existing !== undefined) return;
    rooms.set(workspaceId, room);
    const run = runRoom(database, room, logger).finally(() => running.delete(run));
    running.add(run);
  }

  return {
    async open(request) {
      if ((rooms.get(request.workspaceId)?.viewers.size ?? 0) >= maxViewers) {
        throw new AppError('RATE_LIMITED', 'Too many pages of live events are open. Close some of them.', {
          retryAfterSeconds: 30,
        });
      }
      await noteViewers(database, request.workspaceId);
      const viewer = createViewer(request);
      // Enters first, so that no event is missed. The page shows an event that it receives twice once.
      enter(viewer);
      try {
        await sendFirst(database, viewer);
      } catch (error) {
        viewer.stream.destroy();
        throw error;
      }
      return viewer.stream;
    },
    async stop() {
      for (const { viewers } of rooms.values()) {
        for (const viewer of viewers) end(viewer);
        viewers.clear();
      }
      await Promise.all(running);
    },
  };
}

const createRoom = (workspaceId: string): Room => ({
  workspaceId,
  viewers: new Set(),
  since: null,
  seen: new Map(),
  openedAt: new Date(),
});

/** Sends a new viewer the newest events; one that reconnected soon receives what it missed. */
async function sendFirst(database: Database, viewer: Viewer): Promise<void> {
  const { workspaceId, lastId, filter } = viewer;
  const since = isRecent(lastId) ? lastId : null;
  const { now, arrivals } = await listArrivals(database, workspaceId, { since });
  const { events, unread } =
    since === null
      ? {
          events: await findPeopleOfEvents(
            { database },
            workspaceId,
            await listNewestEvents(database, workspaceId, filter, firstEvents),
          ),
          unread: 0,
        }
      : await readArrivals(database, workspaceId, arrivals);
  const wanted = since === null ? events : events.filter((event) => isWanted(viewer, event));
  const chosen = sample(wanted, firstEvents);
  send(viewer, await describeEvents({ database }, workspaceId, chosen), {
    id: now,
    skipped: wanted.length - chosen.length + unread,
  });
}

/** Returns whether arrivals since this time of the database are still kept. */
const isRecent = (time: string | null): time is string =>
  time !== null && Math.abs(Date.now() - Date.parse(time)) < (retentionSeconds - 10) * 1_000;
