import { gatherFacts } from '../../db/audiences/condition-facts';
import type { Database } from '../../db/connection/pool';
import { findEndUser } from '../../db/end-users/end-users';
import { findSubjectEvents } from '../../db/events/event-subjects';
import type { EventToStore, Insertion } from '../../db/events/events';
import { listJourneysOfTrigger, type JourneyOfTrigger } from '../../db/journeys/startable-journeys';
import { evaluate } from '../../domain/conditions/evaluate';
import type { EventOrigin, IncomingEvent } from '../../domain/events/event';
import type { SkipReason } from '../../domain/journeys/skip-reasons';
import type { Start } from '../journeys/start-triggered-journeys';

/** The events of one request. */
export interface Submission {
  workspaceId: string;
  origin: EventOrigin;
  /** The sender: a key's id, or `public`. */
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

/** A journey that an event triggered but did not start. */
interface Skip {
  journeyId: string;
  reason: SkipReason;
}

/** The result of storing the events of a submission. */
export interface IngestionOutcome {
  /** Indices of the events that were not stored, because their userId and email belong to different people. */
  conflicts: readonly number[];
  started: { journeyId: string; executionId: string }[];
  /** Journeys that the event triggered but did not start. Empty unless the submission is reported. */
  skipped: Skip[];
}

export const noOutcome: IngestionOutcome = { conflicts: [], started: [], skipped: [] };

/** Stored events, each with the received event. Events with a conflict are not included. */
export interface Stored extends Insertion {
  arriving: readonly Arriving[];
  events: readonly EventToStore[];
}

export interface StoredWithCauses extends Stored {
  starts: readonly Start[];
}

/** Returns the result of each submission, in their order. Reads why journeys were skipped only for reported ones. */
export async function outcomesOf(
  database: Database,
  submissions: readonly Submission[],
  storing: StoredWithCauses,
): Promise<IngestionOutcome[]> {
  const stored = new Map(storing.arriving.map(({ event }, index) => [event, storing.events[index]]));
  const outcomes: IngestionOutcome[] = [];
  for (const { events, isReported = false } of submissions) {
    const conflicts = events.flatMap((event, index) => (stored.has(event) ? [] : [index]));
    const event = isReported && events[0] !== undefined ? stored.get(events[0]) : undefined;
    const report = event === undefined ? noOutcome : await reportOf(database, event, storing);
    outcomes.push({ ...report, conflicts });
  }
  return outcomes;
}

async function reportOf(
  database: Database,
  event: EventToStore,
  { stored, awaitedBy, starts }: StoredWithCauses,
): Promise<Pick<IngestionOutcome, 'started' | 'skipped'>> {
  if (!awaitedBy.journeys && !awaitedBy.pausedJourneys) return noOutcome;
  const own = starts.filter(({ cause }) => cause === event.id);
  const started = own.flatMap((start) =>
    start.started ? [{ journeyId: start.journeyId, executionId: start.executionId }] : [],
  );
  return { started, skipped: await findSkips(database, event, { isRepeat: !stored.has(event.id), starts: own }) };
}

/**
 * Finds the journeys that an event triggered but did not start, with the reasons. The event does not trigger a journey
 * if the trigger condition does not match.
 * @param isRepeat whether an event with the same message id was stored before
 * @param starts the results of the journeys that the event could start
 */
async function findSkips(
  database: Database,
  event: EventToStore,
  { isRepeat, starts }: { isRepeat: boolean; starts: readonly Start[] },
): Promise<Skip[]> {
  const settled = new Set(starts.map(({ journeyId }) => journeyId));
  const skips = starts.flatMap((start): Skip[] =>
    start.started ? [] : [{ journeyId: start.journeyId, reason: start.reason }],
  );
  const journeys = await listJourneysOfTrigger(database, event.workspaceId, event.type);
  const others = journeys.filter(({ journeyId }) => !settled.has(journeyId));
  if (others.length === 0) return skips;
  const [subject] = await findSubjectEvents(database, event.workspaceId, [event]);
  for (const journey of others) {
    const reason = isRepeat ? 'duplicate' : journey.isPaused ? 'paused' : subject === undefined ? 'unverified' : null;
    if (reason !== null && (await matches(database, journey, { event, endUserId: subject?.endUserId ?? null }))) {
      skips.push({ journeyId: journey.journeyId, reason });
    }
  }
  return skips;
}

async function matches(
  database: Database,
  { where }: JourneyOfTrigger,
  { event, endUserId }: { event: EventToStore; endUserId: string | null },
): Promise<boolean> {
  if (where === null) return true;
  if (endUserId === null) return evaluate(where, { event });
  const { workspaceId, receivedAt: now } = event;
  const endUser = await findEndUser(database, workspaceId, endUserId);
  return evaluate(where, await gatherFacts(database, { workspaceId, endUserId, endUser, event, now }, [where]));
}
