import type { EventOrigin, IncomingEvent } from '../../domain/events/event';

/** The events of one request. */
export interface Submission {
  workspaceId: string;
  origin: EventOrigin;
  /** Who sent them: a key's id, or `public`. */
  actor: string;
  receivedAt: Date;
  events: readonly IncomingEvent[];
  /** History that is loaded: it is counted, and nothing happens by it. */
  historical?: boolean;
  /** The person whom the events are about, by our own id, when a keyed caller knows it. Else what each event says finds them. */
  endUserId?: string | null;
  /** The W3C `traceparent` of the request, for what the events cause. */
  traceparent?: string | null;
  /** Whether the caller wants to know why its event started no journey. Only for a single event. */
  isReported?: boolean;
}

/** An event with the submission that it came with. */
export interface Arriving {
  submission: Submission;
  event: IncomingEvent;
}
