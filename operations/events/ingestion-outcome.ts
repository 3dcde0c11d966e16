import type { Database } from '../../db/connection/pool';
import type { EventToStore, Insertion } from '../../db/events/events';
import type { Start } from '../journeys/start-triggered-journeys';
import { findSkips, type Skip } from './find-skips';
import type { Arriving, Submission } from './submission';

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
