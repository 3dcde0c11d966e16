import type { Database } from '../connection/pool';
import type { EventToStore } from './events';
import { findVerifiedEndUsers } from '../identity/identity';

/** An event and the person it is verified to be about: named by an authenticated caller, or verified as its visitor. */
export interface SubjectEvent {
  event: EventToStore;
  endUserId: string;
}

/**
 * Finds the events that are about a known person. Events of bots, and of visitors that are unknown or only asserted,
 * are excluded.
 */
export async function findSubjectEvents(
  database: Database,
  workspaceId: string,
  events: readonly EventToStore[],
): Promise<SubjectEvent[]> {
  const people = events.filter(({ isBot }) => !isBot);
  const visitors = new Set(people.flatMap((event) => (event.endUserId === null ? (event.visitorId ?? []) : [])));
  const verified = await findVerifiedEndUsers(database, workspaceId, [...visitors]);
  return people.flatMap((event) => {
    const endUserId = event.endUserId ?? (event.visitorId === null ? undefined : verified.get(event.visitorId));
    return endUserId === undefined ? [] : [{ event, endUserId }];
  });
}
