import type { Condition } from '../../domain/conditions/schemas';
import { preparedRows, rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { StartableJourney } from './journey-entry';

/*
 * The conditions on the status mirror isAllowed (domain/journeys/lifecycle.ts): `published` is the status that allows
 * `start`, and `paused` the one that allows `resume`. They are in the statements because the status must not change
 * between the check and the start. test/db/startable-guard.test.ts compares them.
 */

/** A published journey that events with a given name start if the condition matches. */
export interface TriggeredJourney extends StartableJourney {
  eventName: string;
  where: Condition | null;
}

const columns = `v.workspace_id as "workspaceId", v.journey_id as "journeyId", v.version, v.reentry,
  v.holdout_percent::float8 as "holdoutPercent", v.goal_event_name as "goalEventName",
  v.goal_event_window_days as "goalEventWindowDays", v.audience_condition as audience, v.steps -> 0 as "entryStep"`;

/**
 * Finds the published journeys that events with these names start, and locks them until the transaction ends: a
 * transaction that archives one waits, and then finds the executions that were started. The version is read in a second
 * statement, after the lock. While a version is being published, the lock waits, and a statement that started earlier
 * would see the journey's new row without the version that it references.
 */
export async function findTriggeredJourneys(
  database: Database,
  workspaceId: string,
  eventNames: readonly string[],
): Promise<TriggeredJourney[]> {
  const locked = await preparedRows<{ id: string }>(
    database,
    'lock-triggered-journeys',
    `select j.id from journeys j
      where j.workspace_id = ? and j.status = 'published' and j.id = any(array(
              select v.journey_id from journey_versions v where v.workspace_id = ? and v.trigger_event_name = any(?::text[])))
      order by j.id for share`,
    [workspaceId, workspaceId, [...eventNames]],
  );
  if (locked.length === 0) return [];
  return preparedRows<TriggeredJourney>(
    database,
    'find-triggered-journeys',
    `select ${columns}, v.trigger_event_name as "eventName", v.trigger_where as "where"
       from journeys j
       join journey_versions v on v.workspace_id = j.workspace_id and v.journey_id = j.id and v.version = j.latest_version
      where j.workspace_id = ? and j.id = any(?::text[]) and v.trigger_event_name = any(?::text[])
      order by j.id`,
    [workspaceId, locked.map(({ id }) => id), [...eventNames]],
  );
}

/** A published or paused journey that an event triggers if the condition matches. */
export interface JourneyOfTrigger {
  journeyId: string;
  isPaused: boolean;
  where: Condition | null;
}

/** Lists the published and the paused journeys that events with this name trigger. */
export const listJourneysOfTrigger = (
  database: Database,
  workspaceId: string,
  eventName: string,
): Promise<JourneyOfTrigger[]> =>
  rowsOf(
    database.raw(
      `select j.id as "journeyId", j.status = 'paused' as "isPaused", v.trigger_where as "where"
         from journeys j
         join journey_versions v on v.workspace_id = j.workspace_id and v.journey_id = j.id and v.version = j.latest_version
        where j.workspace_id = ? and v.trigger_event_name = ? and j.status in ('published', 'paused') order by j.id`,
      [workspaceId, eventName],
    ),
  );

/**
 * Finds the version of a journey to start. Returns null if it is not published; otherwise it stays published until the
 * transaction ends.
 */
export async function findStartableJourney(
  database: Database,
  workspaceId: string,
  journeyId: string,
): Promise<StartableJourney | null> {
  const locked = await rowsOf(
    database.raw(`select from journeys where workspace_id = ? and id = ? and status = 'published' for share`, [
      workspaceId,
      journeyId,
    ]),
  );
  if (locked.length === 0) return null;
  const [journey] = await rowsOf<StartableJourney>(
    database.raw(
      `select ${columns}
         from journeys j
         join journey_versions v on v.workspace_id = j.workspace_id and v.journey_id = j.id and v.version = j.latest_version
        where j.workspace_id = ? and j.id = ?`,
      [workspaceId, journeyId],
    ),
  );
  return journey ?? null;
}
