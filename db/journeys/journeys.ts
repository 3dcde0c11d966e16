import type { JourneyDefinition, JourneyStatus, JourneyStep, Reentry } from '../../domain/journeys/schemas';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';

/** Journeys and their drafts. Published versions, which never change, are in journey-versions.ts. */

export interface Journey {
  workspaceId: string;
  id: string;
  name: string;
  description: string | null;
  status: JourneyStatus;
  latestVersion: number | null;
  draft: JourneyDefinition | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface DefinitionRow {
  audience_id: string | null;
  trigger_contract_id: string | null;
  goal_event_name: string | null;
  goal_event_window_days: number;
  holdout_percent: string;
  reentry: Reentry;
  steps: JourneyStep[];
}

interface JourneyRow extends DefinitionRow {
  workspace_id: string;
  id: string;
  name: string;
  description: string | null;
  status: JourneyStatus;
  latest_version: number | null;
  created_at: Date;
  updated_at: Date;
  draft_of: string | null;
}

export const definitionFromRow = (row: DefinitionRow): JourneyDefinition => ({
  audienceId: row.audience_id,
  triggerContractId: row.trigger_contract_id,
  goalEventName: row.goal_event_name,
  goalEventWindowDays: row.goal_event_window_days,
  holdoutPercent: Number(row.holdout_percent),
  reentry: row.reentry,
  steps: row.steps,
});

export const definitionToRow = (definition: JourneyDefinition): Record<string, unknown> => ({
  audience_id: definition.audienceId,
  trigger_contract_id: definition.triggerContractId,
  goal_event_name: definition.goalEventName,
  goal_event_window_days: definition.goalEventWindowDays,
  holdout_percent: definition.holdoutPercent,
  reentry: definition.reentry,
  steps: JSON.stringify(definition.steps),
});

const fromRow = (row: JourneyRow): Journey => ({
  workspaceId: row.workspace_id,
  id: row.id,
  name: row.name,
  description: row.description,
  status: row.status,
  latestVersion: row.latest_version,
  draft: row.draft_of === null ? null : definitionFromRow(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const withDraft = (database: Database, workspaceId: string) =>
  database('journeys as j')
    .leftJoin('journey_drafts as d', (join) =>
      join.on('d.workspace_id', 'j.workspace_id').andOn('d.journey_id', 'j.id'),
    )
    .where('j.workspace_id', workspaceId)
    .select('d.*', 'j.*', 'd.journey_id as draft_of');

export async function findJourney(database: Database, workspaceId: string, id: string): Promise<Journey | null> {
  const row = await withDraft(database, workspaceId).where('j.id', id).first<JourneyRow | undefined>();
  return row === undefined ? null : fromRow(row);
}

/**
 * The journey, held against other writers until the transaction ends. Rows that refer to it may still be written: runs that move
 * hold their execution first, and would otherwise wait in a circle with whoever ends them.
 */
export async function lockJourney(transaction: Database, workspaceId: string, id: string): Promise<Journey | null> {
  const held = await transaction('journeys').where({ workspace_id: workspaceId, id }).forNoKeyUpdate().first('id');
  return held === undefined ? null : findJourney(transaction, workspaceId, id);
}

/** All journeys of a workspace, newest first. */
export async function listJourneys(database: Database, workspaceId: string): Promise<Journey[]> {
  const rows = await withDraft(database, workspaceId).orderBy('j.id', 'desc').limit(1_000);
  return (rows as JourneyRow[]).map(fromRow);
}

/** Inserts a journey with its first draft and answers its id. */
export async function insertJourney(
  transaction: Database,
  journey: { workspaceId: string; name: string; description: string | null; draft: JourneyDefinition },
): Promise<string> {
  const id = newId('journey');
  await transaction('journeys').insert({
    workspace_id: journey.workspaceId,
    id,
    name: journey.name,
    description: journey.description,
    created_at: transaction.raw(`date_trunc('milliseconds', now())`),
    updated_at: transaction.raw(`date_trunc('milliseconds', now())`),
  });
  await saveDraft(transaction, journey.workspaceId, id, journey.draft);
  return id;
}

/**
 * Writes name, description or status and moves `updatedAt` on: by a millisecond at least, as that is what callers see of it and
 * two writes within one must still differ. The caller holds the journey.
 */
export async function touchJourney(
  transaction: Database,
  workspaceId: string,
  id: string,
  changes: Partial<Pick<Journey, 'name' | 'description' | 'status' | 'latestVersion'>>,
): Promise<void> {
  await transaction('journeys')
    .where({ workspace_id: workspaceId, id })
    .update({
      name: changes.name,
      description: changes.description,
      status: changes.status,
      latest_version: changes.latestVersion,
      updated_at: transaction.raw(
        `greatest(date_trunc('milliseconds', clock_timestamp()), updated_at + interval '1 millisecond')`,
      ),
    });
}

/** Opens or replaces the draft. */
export async function saveDraft(
  transaction: Database,
  workspaceId: string,
  journeyId: string,
  draft: JourneyDefinition,
): Promise<void> {
  await transaction('journey_drafts')
    .insert({
      workspace_id: workspaceId,
      journey_id: journeyId,
      ...definitionToRow(draft),
      updated_at: transaction.fn.now(),
    })
    .onConflict(['workspace_id', 'journey_id'])
    .merge();
}

export async function deleteDraft(transaction: Database, workspaceId: string, journeyId: string): Promise<void> {
  await transaction('journey_drafts').where({ workspace_id: workspaceId, journey_id: journeyId }).delete();
}
