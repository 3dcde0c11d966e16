import type { Condition } from '../../domain/conditions/schemas';
import type { JourneyStep, Reentry } from '../../domain/journeys/schemas';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { StartableJourney } from './journey-entry';

interface StartableRow {
  workspace_id: string;
  journey_id: string;
  version: number;
  holdout_percent: string;
  reentry: Reentry;
  entry_step: JourneyStep;
  audience: Condition | null;
  goal_event_name: string | null;
  goal_event_window_days: number;
}

interface TriggeredRow extends StartableRow {
  event_name: string;
  where: Condition | null;
}

/** A published journey that an event of a name starts, when the condition holds. */
export interface TriggeredJourney extends StartableJourney {
  eventName: string;
  where: Condition | null;
}

const columns = `v.workspace_id, v.journey_id, v.version, v.holdout_percent, v.reentry, v.goal_event_name,
  v.goal_event_window_days, v.audience_condition as audience, v.steps -> 0 as entry_step`;

const publishedVersions = `journeys j
  join journey_versions v on v.workspace_id = j.workspace_id and v.journey_id = j.id and v.version = j.latest_version`;

const fromRow = (row: StartableRow): StartableJourney => ({
  workspaceId: row.workspace_id,
  journeyId: row.journey_id,
  version: row.version,
  holdoutPercent: Number(row.holdout_percent),
  reentry: row.reentry,
  entryStep: row.entry_step,
  audience: row.audience,
  goalEventName: row.goal_event_name,
  goalEventWindowDays: row.goal_event_window_days,
});

/**
 * The published journeys that events of these names start. They stay published until the transaction ends: who archives one
 * waits, and then finds the runs that it started.
 */
export async function findTriggeredJourneys(
  database: Database,
  workspaceId: string,
  eventNames: readonly string[],
): Promise<TriggeredJourney[]> {
  const rows = await rowsOf<TriggeredRow>(
    database.raw(
      `select ${columns}, v.trigger_event_name as event_name, v.trigger_where as "where" from ${publishedVersions}
        where j.workspace_id = ? and v.trigger_event_name = any(?::text[]) and j.status = 'published'
        order by j.id for share of j`,
      [workspaceId, [...eventNames]],
    ),
  );
  return rows.map((row) => ({ ...fromRow(row), eventName: row.event_name, where: row.where }));
}

/** What a start of the journey starts now; null unless it is published, which it stays until the transaction ends. */
export async function findStartableJourney(
  database: Database,
  workspaceId: string,
  journeyId: string,
): Promise<StartableJourney | null> {
  const [row] = await rowsOf<StartableRow>(
    database.raw(
      `select ${columns} from ${publishedVersions} where j.workspace_id = ? and j.id = ? and j.status = 'published'
         for share of j`,
      [workspaceId, journeyId],
    ),
  );
  return row === undefined ? null : fromRow(row);
}
