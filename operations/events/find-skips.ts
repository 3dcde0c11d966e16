import { evaluate } from '../../domain/conditions/evaluate';
import type { SkipReason } from '../../domain/journeys/skip-reasons';
import { gatherFacts } from '../../db/audiences/condition-facts';
import type { Database } from '../../db/connection/pool';
import { findEndUser } from '../../db/end-users/end-users';
import { findSubjectEvents } from '../../db/events/event-subjects';
import type { EventToStore } from '../../db/events/events';
import { listJourneysOfTrigger, type JourneyOfTrigger } from '../../db/journeys/startable-journeys';
import type { Start } from '../journeys/start-triggered-journeys';

export interface Skip {
  journeyId: string;
  reason: SkipReason;
}

/**
 * Finds the journeys that an event triggered but did not start, with the reasons. The event does not trigger a journey
 * if the trigger condition does not match.
 * @param isRepeat whether an event with the same message id was stored before
 * @param starts the results of the journeys that the event could start
 */
export async function findSkips(
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
