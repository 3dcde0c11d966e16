import type { IncomingEvent } from '../domain/events/event';
import { newId, type Database } from './connection';
import { findSubjectEvents } from './event-subjects';
import { insertEvents, type EventToStore } from './events';
import { findTriggers, startTriggeredJourneys, type Start } from './journey-starts';
import { nameKey, resolvePeople, verifyVisitors, type NamedPerson } from './named-people';
import { confirmPublicLead } from './public-leads';
import { tellRuns } from './run-events';

/** An event that a trusted service hands over, and whom it is about if that is known. */
export interface Dispatch {
  workspaceId: string;
  event: IncomingEvent;
  /** The person, by our own id; null to find them by what the event says. */
  endUserId: string | null;
  receivedAt: Date;
}

/**
 * Stores one event as a server's would be, and says what it started and what it did not. A repeat starts nothing.
 * @param pepper the installation's secret for hashes
 */
export async function dispatchEvent(database: Database, pepper: string, dispatch: Dispatch): Promise<Start[]> {
  const { workspaceId, receivedAt } = dispatch;
  return database.transaction(async (transaction) => {
    const { endUserId, isErased } = await personOf(transaction, pepper, dispatch);
    const { email: _matchedOnly, ...kept } = dispatch.event;
    const userId = isErased ? null : kept.userId;
    const event: EventToStore = { ...kept, userId, workspaceId, receivedAt, endUserId, id: newId('event') };
    if (event.visitorId !== null && endUserId !== null) {
      await verifyVisitors(transaction, [{ workspaceId, visitorId: event.visitorId, endUserId, actor: 'dispatch' }]);
    }
    const insertion = await insertEvents(transaction, [event]);
    if (!('stored' in insertion) || !insertion.stored.has(event.id)) return [];
    const about = await findSubjectEvents(transaction, workspaceId, [event]);
    const triggers = await findTriggers(transaction, workspaceId, about);
    const starts = await startTriggeredJourneys(transaction, workspaceId, triggers);
    await tellRuns(transaction, workspaceId, about);
    return starts;
  });
}

const nobody: NamedPerson = { endUserId: null, isErased: false };

async function personOf(
  transaction: Database,
  pepper: string,
  { workspaceId, event, endUserId }: Dispatch,
): Promise<NamedPerson> {
  if (endUserId !== null) {
    await confirmPublicLead(transaction, workspaceId, { id: endUserId });
    return { endUserId, isErased: false };
  }
  const name = { workspaceId, userId: event.userId, email: event.email };
  if (name.userId === null && name.email === null) return nobody;
  return (await resolvePeople(transaction, pepper, [name])).get(nameKey(name)) ?? nobody;
}
