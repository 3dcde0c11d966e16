import type { EventOrigin, IncomingEvent } from '../domain/events/event';
import { newId, type Database } from './connection';
import { insertEvents, type EventToStore } from './events';
import { findSubjectEvents } from './event-subjects';
import { findTriggers, startTriggeredJourneys } from './journey-starts';
import { nameKey, resolvePeople, verifyVisitors } from './named-people';
import { tellRuns } from './run-events';
import { assertClaims } from './stitch';

/** The events of one request. */
export interface Submission {
  workspaceId: string;
  origin: EventOrigin;
  /** Who sent them: a key's id, or `public`. */
  actor: string;
  receivedAt: Date;
  events: readonly IncomingEvent[];
}

interface Arriving {
  submission: Submission;
  event: IncomingEvent;
}

/**
 * Stores the events of several requests together, with all that they cause: people, links, journey starts. All of it or nothing.
 * Most events cause nothing, and are one statement that commits by itself.
 */
export async function storeSubmissions(database: Database, submissions: readonly Submission[]): Promise<void> {
  const arriving = submissions.flatMap((submission) => submission.events.map((event) => ({ submission, event })));
  if (arriving.length === 0) return;
  const plain = arriving.every(({ event, submission }) => submission.origin === 'public' && event.userId === null);
  if (plain) {
    const events = arriving.map((one) => toStore(one, null));
    if ('stored' in (await insertEvents(database, events, { unlessAwaited: true }))) return;
  }
  await database.transaction(async (transaction) => {
    const people = await resolvePeople(transaction, arriving.filter(isKeyed).map(nameOf));
    const events = arriving.map((one) =>
      toStore(one, isKeyed(one) ? (people.get(nameKey(nameOf(one))) ?? null) : null),
    );
    await verifyVisitors(transaction, visitorsOf(arriving, events));
    await assertClaims(transaction, arriving.flatMap(claimOf));
    const insertion = await insertEvents(transaction, events);
    const stored = 'stored' in insertion ? events.filter(({ id }) => insertion.stored.has(id)) : [];
    for (const [workspaceId, theirs] of byWorkspace(stored)) {
      const about = await findSubjectEvents(transaction, workspaceId, theirs);
      const triggers = await findTriggers(transaction, workspaceId, about);
      // Starts first: the goal of a run may be in the same commit.
      await startTriggeredJourneys(transaction, workspaceId, triggers);
      await tellRuns(transaction, workspaceId, about);
    }
  });
}

const isKeyed = ({ submission }: Arriving): boolean => submission.origin === 'server';

const nameOf = ({ submission: { workspaceId }, event: { userId, email } }: Arriving) => ({
  workspaceId,
  userId,
  email,
});

/** Written out, as copying objects into one another is most of what this would cost. */
function toStore({ submission, event }: Arriving, endUserId: string | null): EventToStore {
  return {
    workspaceId: submission.workspaceId,
    id: newId('event'),
    receivedAt: submission.receivedAt,
    endUserId,
    type: event.type,
    visitorId: event.visitorId,
    userId: event.userId,
    url: event.url,
    referrer: event.referrer,
    channel: event.channel,
    data: event.data,
    messageId: event.messageId,
    occurredAt: event.occurredAt,
    clockAdjusted: event.clockAdjusted,
    isBot: event.isBot,
  };
}

function visitorsOf(arriving: readonly Arriving[], events: readonly EventToStore[]) {
  return events.flatMap(({ workspaceId, visitorId, endUserId }, index) => {
    const actor = arriving[index]?.submission.actor ?? '';
    return visitorId === null || endUserId === null ? [] : { workspaceId, visitorId, endUserId, actor };
  });
}

function claimOf({ submission: { origin, workspaceId }, event: { visitorId, userId } }: Arriving) {
  return origin === 'server' || visitorId === null || userId === null ? [] : { workspaceId, visitorId, userId };
}

function byWorkspace(events: readonly EventToStore[]): Map<string, EventToStore[]> {
  const groups = new Map<string, EventToStore[]>();
  for (const event of events) {
    const group = groups.get(event.workspaceId);
    if (group === undefined) groups.set(event.workspaceId, [event]);
    else group.push(event);
  }
  return groups;
}
