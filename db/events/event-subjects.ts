import type { Database } from '../connection/pool';
import type { EventToStore } from './events';
import { findVerifiedEndUsers } from '../identity/identity';

/** An event and the person it is certainly about: named by a keyed caller, or verified to be its visitor. */
export interface SubjectEvent {
  event: EventToStore;
  endUserId: string;
}

/** The events that concern a known person. Those of bots, of claimed and of unknown visitors concern no person. */
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
