import type { EventOrigin, IncomingEvent } from '../../domain/events/event';

/** The events of one request. */
export interface Submission {
  workspaceId: string;
  origin: EventOrigin;
  /** Who sent them: a key's id, or `public`. */
  actor: string;
  receivedAt: Date;
  events: readonly IncomingEvent[];
  /** Whether the events are imported history, which is counted but has no side effects. */
  historical?: boolean;
  /** The person's id in Apex, if a keyed caller gives it. Otherwise each event identifies its person. */
  endUserId?: string | null;
  /** The W3C `traceparent` of the request, passed on to the effects of its events. */
  traceparent?: string | null;
  /** Whether the response lists the journeys that the event did not start. Only for a single event. */
  isReported?: boolean;
}

/** An event with its submission. */
export interface Arriving {
  submission: Submission;
  event: IncomingEvent;
}
