import type { Evaluation } from '../../domain/experiments/evaluation';
import type { ExperimentState } from '../../domain/experiments/life';
import { metricOf, nameOfSetting } from '../../domain/experiments/metrics/metric';
import type { MetricSetting } from '../../domain/experiments/metrics/schemas';
import type { RecordedDecision } from '../../domain/experiments/recommendation';
import type { ExperimentStatus } from '../../domain/experiments/schemas';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { nextUpdatedAt } from '../connection/updated-at';

export interface Experiment extends ExperimentState {
  workspaceId: string;
  id: string;
  /** The last evaluation; null before the first. */
  evaluation: Evaluation | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Metrics with settings that a metric name alone does not express. */
interface MetricSettings {
  primary?: MetricSetting;
  guardrails?: MetricSetting[];
  secondary?: MetricSetting[];
}

/** A database row. Numeric columns are text. */
export type ExperimentRow = Omit<
  Experiment,
  'trafficSplit' | 'targetPower' | 'mde' | 'alpha' | 'primaryMetric' | 'guardrailMetrics' | 'secondaryMetrics'
> & {
  trafficSplit: string;
  targetPower: string;
  mde: string;
  alpha: string;
  primaryMetric: string | null;
  guardrailMetrics: string[];
  metricSettings: MetricSettings;
};

export const experimentColumns = columnsOf<ExperimentRow>()(
  'workspaceId',
  'id',
  'name',
  'status',
  'type',
  'surface',
  'targetUrl',
  'trafficSplit',
  'mode',
  'engine',
  'targetPower',
  'mde',
  'alpha',
  'primaryMetric',
  'guardrailMetrics',
  'metricSettings',
  'cuped',
  'attributionWindowDays',
  'beliefId',
  'exclusionGroup',
  'variants',
  'promotedVariantId',
  'startedAt',
  'endedAt',
  'decision',
  'evaluation',
  'createdAt',
  'updatedAt',
);

export const experimentFromRow = ({ metricSettings, ...row }: ExperimentRow): Experiment => ({
  ...row,
  trafficSplit: Number(row.trafficSplit),
  targetPower: Number(row.targetPower),
  mde: Number(row.mde),
  alpha: Number(row.alpha),
  primaryMetric: metricSettings.primary ?? row.primaryMetric,
  guardrailMetrics: metricSettings.guardrails ?? row.guardrailMetrics,
  secondaryMetrics: metricSettings.secondary ?? [],
});

/** Required fields of a new experiment; the table has defaults for the others. */
export type NewExperiment = Pick<Experiment, 'workspaceId' | 'name' | 'targetUrl' | 'variants'> &
  Partial<Omit<Experiment, 'id' | 'evaluation' | 'createdAt' | 'updatedAt'>>;

/** Returns the metric settings to store. Metrics that are only a name have their own columns. */
function settingsOf({ primaryMetric, guardrailMetrics, secondaryMetrics }: Partial<ExperimentState>): MetricSettings {
  const isDefined = (setting: MetricSetting): boolean => typeof setting !== 'string';
  return {
    ...(primaryMetric && isDefined(primaryMetric) && { primary: primaryMetric }),
    ...(guardrailMetrics?.some(isDefined) && { guardrails: guardrailMetrics }),
    ...(secondaryMetrics?.length && { secondary: secondaryMetrics }),
  };
}

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
  primary_metric: experiment.primaryMetric === undefined ? undefined : metricOf(experiment.primaryMetric).metric,
  guardrail_metrics: experiment.guardrailMetrics?.map(nameOfSetting),
  metric_settings: JSON.stringify(settingsOf(experiment)),
  cuped: experiment.cuped,
  attribution_window_days: experiment.attributionWindowDays,
  belief_id: experiment.beliefId,
  exclusion_group: experiment.exclusionGroup,
  variants: JSON.stringify(experiment.variants),
  promoted_variant_id: experiment.promotedVariantId,
  started_at: experiment.startedAt,
  ended_at: experiment.endedAt,
  decision: experiment.decision && JSON.stringify(experiment.decision),
});

export async function insertExperiment(database: Database, experiment: NewExperiment): Promise<Experiment> {
  const rows = await database('experiments')
    .insert({ workspace_id: experiment.workspaceId, id: newId('experiment'), ...toRow(experiment) })
    .returning<ExperimentRow[]>(experimentColumns);
  return experimentFromRow(rows[0] as ExperimentRow);
}

export async function recordDecision(
  transaction: Database,
  { workspaceId, id }: Pick<Experiment, 'workspaceId' | 'id'>,
  decision: RecordedDecision,
): Promise<void> {
  await transaction('experiments')
    .where({ workspace_id: workspaceId, id })
    .update({ decision: JSON.stringify(decision) });
}

/** Stores the result of an evaluation, unless the experiment is a draft again. */
export async function recordEvaluation(
  database: Database,
  { workspaceId, id }: Pick<Experiment, 'workspaceId' | 'id'>,
  evaluation: Evaluation,
): Promise<void> {
  await database('experiments')
    .where({ workspace_id: workspaceId, id })
    .whereNot({ status: 'draft' })
    .update({ evaluation: JSON.stringify(evaluation) });
}

/** Updates all fields that a caller can change. */
export async function updateExperiment(transaction: Database, experiment: Experiment): Promise<Experiment> {
  const rows = await transaction('experiments')
    .where({ workspace_id: experiment.workspaceId, id: experiment.id })
    .update({ ...toRow(experiment), updated_at: nextUpdatedAt(transaction) })
    .returning<ExperimentRow[]>(experimentColumns);
  return experimentFromRow(rows[0] as ExperimentRow);
}

export async function deleteExperiment(transaction: Database, workspaceId: string, id: string): Promise<void> {
  await transaction('experiments').where({ workspace_id: workspaceId, id }).delete();
}

/** Finds an experiment and locks it until the transaction ends. Also returns the database's current time. */
export async function lockExperiment(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<{ experiment: Experiment; now: Date } | null> {
  const row = await transaction('experiments')
    .where({ workspace_id: workspaceId, id })
    .forUpdate()
    .first<ExperimentRow | undefined>(experimentColumns);
  if (row === undefined) return null;
  // Read the clock after locking the row, so that changes that waited for each other have times in their order.
  const [clock] = await rowsOf<{ now: Date }>(transaction.raw('select clock_timestamp() as now'));
  return { experiment: experimentFromRow(row), now: (clock as { now: Date }).now };
}

/**
 * Lists the newest thousand experiments, newest first.
 * @param status only experiments with this status
 */
export async function listExperiments(
  database: Database,
  workspaceId: string,
  status?: ExperimentStatus,
): Promise<Experiment[]> {
  const rows = await database('experiments')
    .where({ workspace_id: workspaceId, ...(status === undefined ? {} : { status }) })
    .orderBy('id', 'desc')
    .limit(1_000)
    .select<ExperimentRow[]>(experimentColumns);
  return rows.map(experimentFromRow);
}

export async function findExperiment(database: Database, workspaceId: string, id: string): Promise<Experiment | null> {
  const row = await database('experiments')
    .where({ workspace_id: workspaceId, id })
    .first<ExperimentRow | undefined>(experimentColumns);
  return row === undefined ? null : experimentFromRow(row);
}

/**
 * Finds the experiments that browsers apply: running ones, and completed ones with a promoted winner, oldest first.
 * Reads the workspace settings that determine which are served in the same query.
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
    .select<(ExperimentRow & { allowJsPatches: boolean })[]>(
      ...experimentColumns.map((column) => `e.${column}`),
      'w.allow_js_patches as allowJsPatches',
    );
  return {
    experiments: rows.map(({ allowJsPatches: _, ...row }) => experimentFromRow(row)),
    allowJsPatches: rows[0]?.allowJsPatches ?? false,
  };
}

export async function experimentExists(database: Database, workspaceId: string, id: string): Promise<boolean> {
  return (await database('experiments').where({ workspace_id: workspaceId, id }).first('id')) !== undefined;
}

/**
 * Reads the workspace settings that determine what is served. Returns the safe default if the workspace does not exist.
 */
export async function findServingSettings(
  database: Database,
  workspaceId: string,
): Promise<{ allowJsPatches: boolean }> {
  const row = await database('workspaces')
    .where({ id: workspaceId })
    .first<{ allowJsPatches: boolean } | undefined>('allow_js_patches as allowJsPatches');
  return row ?? { allowJsPatches: false };
}
