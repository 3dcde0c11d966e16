import type { JourneyDefinition, JourneyStatus } from '../../domain/journeys/schemas';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { nextUpdatedAt } from '../connection/updated-at';

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

export type DefinitionRow = Omit<JourneyDefinition, 'holdoutPercent'> & { holdoutPercent: string };

export const definitionColumns = columnsOf<DefinitionRow>()(
  'audienceId',
  'triggerContractId',
  'goalEventName',
  'goalEventWindowDays',
  'holdoutPercent',
  'reentry',
  'steps',
);

type JourneyFields = Omit<Journey, 'draft'>;

const journeyColumns = columnsOf<JourneyFields>()(
  'workspaceId',
  'id',
  'name',
  'description',
  'status',
  'latestVersion',
  'createdAt',
  'updatedAt',
);

export const definitionFromRow = (row: DefinitionRow): JourneyDefinition => ({
  audienceId: row.audienceId,
  triggerContractId: row.triggerContractId,
  goalEventName: row.goalEventName,
  goalEventWindowDays: row.goalEventWindowDays,
  holdoutPercent: Number(row.holdoutPercent),
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

const fromRow = (row: JourneyFields & DefinitionRow & { draftOf: string | null }): Journey => ({
  workspaceId: row.workspaceId,
  id: row.id,
  name: row.name,
  description: row.description,
  status: row.status,
  latestVersion: row.latestVersion,
  draft: row.draftOf === null ? null : definitionFromRow(row),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const withDraft = (database: Database, workspaceId: string) =>
  database('journeys as j')
    .leftJoin('journey_drafts as d', (join) =>
      join.on('d.workspace_id', 'j.workspace_id').andOn('d.journey_id', 'j.id'),
    )
    .where('j.workspace_id', workspaceId)
    .select<Parameters<typeof fromRow>[0][]>(
      ...definitionColumns.map((column) => `d.${column}`),
      ...journeyColumns.map((column) => `j.${column}`),
      'd.journey_id as draftOf',
    );

export async function findJourney(database: Database, workspaceId: string, id: string): Promise<Journey | null> {
  const row = await withDraft(database, workspaceId).where('j.id', id).first();
  return row === undefined ? null : fromRow(row);
}

/**
 * Finds a journey and locks it against other writers until the transaction ends. Rows that reference it can still be
 * written: transactions that move an execution lock the execution first, and would otherwise deadlock with the process
 * that ends it.
 */
export async function lockJourney(transaction: Database, workspaceId: string, id: string): Promise<Journey | null> {
  const held = await transaction('journeys').where({ workspace_id: workspaceId, id }).forNoKeyUpdate().first('id');
  return held === undefined ? null : findJourney(transaction, workspaceId, id);
}

/** Lists the newest thousand journeys of a workspace, newest first. */
export async function listJourneys(database: Database, workspaceId: string): Promise<Journey[]> {
  const rows = await withDraft(database, workspaceId).orderBy('j.id', 'desc').limit(1_000);
  return rows.map(fromRow);
}

/**
 * Stores a journey with its first draft.
 * @returns its id
 */
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
 * Updates name, description or status, and advances `updatedAt`. The caller holds the lock of the journey.
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
      updated_at: nextUpdatedAt(transaction),
    });
}

/** Creates or replaces the draft. */
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
