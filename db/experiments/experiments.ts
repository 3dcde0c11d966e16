import type { ExperimentState } from '../../domain/experiments/life';
import type { ExperimentMode, ExperimentStatus, StatisticsEngine, Variant } from '../../domain/experiments/schemas';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

export interface Experiment extends ExperimentState {
  workspaceId: string;
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

interface ExperimentRow {
  workspace_id: string;
  id: string;
  name: string;
  status: ExperimentStatus;
  type: string;
  surface: string | null;
  target_url: string;
  traffic_split: string;
  mode: ExperimentMode;
  engine: StatisticsEngine;
  target_power: string;
  mde: string;
  alpha: string;
  primary_metric: string | null;
  guardrail_metrics: string[];
  attribution_window_days: number | null;
  belief_id: string | null;
  exclusion_group: string | null;
  variants: Variant[];
  promoted_variant_id: string | null;
  started_at: Date | null;
  ended_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const fromRow = (row: ExperimentRow): Experiment => ({
  workspaceId: row.workspace_id,
  id: row.id,
  name: row.name,
  status: row.status,
  type: row.type,
  surface: row.surface,
  targetUrl: row.target_url,
  trafficSplit: Number(row.traffic_split),
  mode: row.mode,
  engine: row.engine,
  targetPower: Number(row.target_power),
  mde: Number(row.mde),
  alpha: Number(row.alpha),
  primaryMetric: row.primary_metric,
  guardrailMetrics: row.guardrail_metrics,
  attributionWindowDays: row.attribution_window_days,
  beliefId: row.belief_id,
  exclusionGroup: row.exclusion_group,
  variants: row.variants,
  promotedVariantId: row.promoted_variant_id,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** What a new experiment must have; the table has defaults for the rest. */
export type NewExperiment = Pick<Experiment, 'workspaceId' | 'name' | 'targetUrl' | 'variants'> &
  Partial<Omit<Experiment, 'id' | 'createdAt' | 'updatedAt'>>;

const toRow = (experiment: Partial<ExperimentState>) => ({
  name: experiment.name,
  status: experiment.status,
  type: experiment.type,
  surface: experiment.surface,
  target_url: experiment.targetUrl,
  traffic_split: experiment.trafficSplit,
  mode: experiment.mode,
  engine: experiment.engine,
  target_power: experiment.targetPower,
  mde: experiment.mde,
  alpha: experiment.alpha,
  primary_metric: experiment.primaryMetric,
  guardrail_metrics: experiment.guardrailMetrics,
  attribution_window_days: experiment.attributionWindowDays,
  belief_id: experiment.beliefId,
  exclusion_group: experiment.exclusionGroup,
  variants: JSON.stringify(experiment.variants),
  promoted_variant_id: experiment.promotedVariantId,
  started_at: experiment.startedAt,
  ended_at: experiment.endedAt,
});

export async function insertExperiment(database: Database, experiment: NewExperiment): Promise<Experiment> {
  const rows = await database('experiments')
    .insert({ workspace_id: experiment.workspaceId, id: newId('experiment'), ...toRow(experiment) })
    .returning<ExperimentRow[]>('*');
  return fromRow(rows[0] as ExperimentRow);
}

/** Writes all that can change. */
export async function updateExperiment(transaction: Database, experiment: Experiment): Promise<Experiment> {
  const rows = await transaction('experiments')
    .where({ workspace_id: experiment.workspaceId, id: experiment.id })
    .update({ ...toRow(experiment), updated_at: transaction.raw('clock_timestamp()') })
    .returning<ExperimentRow[]>('*');
  return fromRow(rows[0] as ExperimentRow);
}

export async function deleteExperiment(transaction: Database, workspaceId: string, id: string): Promise<void> {
  await transaction('experiments').where({ workspace_id: workspaceId, id }).delete();
}

/** An experiment that nobody else changes until the transaction ends, and the time, by the database's clock. */
export async function lockExperiment(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<{ experiment: Experiment; now: Date } | null> {
  const row = await transaction('experiments')
    .where({ workspace_id: workspaceId, id })
    .forUpdate()
    .first<ExperimentRow | undefined>();
  if (row === undefined) return null;
  // Asked once the row is held: changes that waited for one another have times in their order.
  const [clock] = await rowsOf<{ now: Date }>(transaction.raw('select clock_timestamp() as now'));
  return { experiment: fromRow(row), now: (clock as { now: Date }).now };
}

/** The newest thousand, newest first. @param status only those of it */
export async function listExperiments(
  database: Database,
  workspaceId: string,
  status?: ExperimentStatus,
): Promise<Experiment[]> {
  const rows = await database('experiments')
    .where({ workspace_id: workspaceId, ...(status === undefined ? {} : { status }) })
    .orderBy('id', 'desc')
    .limit(1_000)
    .select<ExperimentRow[]>('*');
  return rows.map(fromRow);
}

export async function findExperiment(database: Database, workspaceId: string, id: string): Promise<Experiment | null> {
  const row = await database('experiments').where({ workspace_id: workspaceId, id }).first<ExperimentRow | undefined>();
  return row === undefined ? null : fromRow(row);
}

/**
 * Those that browsers apply: running ones, and completed ones with a promoted winner, oldest first. With what of the workspace's
 * settings decides which are served, in the same read.
 */
export async function findActiveExperiments(
  database: Database,
  workspaceId: string,
): Promise<{ experiments: Experiment[]; allowJsPatches: boolean }> {
  const rows = await database('experiments as e')
    .join('workspaces as w', 'w.id', 'e.workspace_id')
    .where({ 'e.workspace_id': workspaceId })
    .whereRaw("(e.status = 'running' or (e.status = 'completed' and e.promoted_variant_id is not null))")
    .orderBy('e.id')
    .select<(ExperimentRow & { allow_js_patches: boolean })[]>('e.*', 'w.allow_js_patches');
  return { experiments: rows.map(fromRow), allowJsPatches: rows[0]?.allow_js_patches ?? false };
}

export async function experimentExists(database: Database, workspaceId: string, id: string): Promise<boolean> {
  return (await database('experiments').where({ workspace_id: workspaceId, id }).first('id')) !== undefined;
}

/** What of a workspace's settings decides what is served. A workspace that is not there serves nothing that could run. */
export async function findServingSettings(
  database: Database,
  workspaceId: string,
): Promise<{ allowJsPatches: boolean }> {
  const row = await database('workspaces')
    .where({ id: workspaceId })
    .first<{ allow_js_patches: boolean } | undefined>('allow_js_patches');
  return { allowJsPatches: row?.allow_js_patches ?? false };
}
