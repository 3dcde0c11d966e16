import { expectedExposures, weightsChangedAt } from '../../domain/experiments/allocated-shares';
import { dailyResults, sumOf, type DailyResult } from '../../domain/experiments/daily';
import type { DataQuality } from '../../domain/experiments/data-quality';
import { daysLeft } from '../../domain/experiments/days-left';
import { invalid } from '../../domain/errors';
import { milestonesOf, type Milestone } from '../../domain/experiments/milestones';
import { withBaseline } from '../../domain/experiments/other-baseline';
import type { MetricResult, MetricSums } from '../../domain/experiments/metric-results';
import { metricKey } from '../../domain/experiments/metrics/counted-metric';
import { currencyOf, sumsOfExperiment, type ExperimentSums } from '../../domain/experiments/metrics/experiment-sums';
import { metricOf } from '../../domain/experiments/metrics/metric';
import type { DecidedEstimate, Decision, RecordedDecision } from '../../domain/experiments/recommendation';
import {
  estimatesOf,
  experimentStatistics,
  type ExperimentCounts,
  type ExperimentStatistics,
  type VariantCounts,
} from '../../domain/experiments/results';
import type { Backlog } from '../../db/analytics/rollups';
import type { Database } from '../../db/connection/pool';
import { findPrimaryConversionId } from '../../db/conversions/conversions';
import { findExperiment, type Experiment } from '../../db/experiments/experiments';
import {
  findAllocatedExposures,
  findExposureDays,
  findConversionDays,
  type ExposureDay,
} from '../../db/reports/experiment-days';
import {
  findExposureSums,
  findOutcomeSums,
  type ExposureSums,
  type SegmentDimension,
} from '../../db/reports/experiment-sums';
import type { ExperimentName } from '../../db/experiments/learning-experiments';
import { findBaseCurrency } from '../../db/workspaces/exchange-rates';
import { readSnapshot } from '../read-snapshot';
import { countExperiment, countForReader } from './count-experiment';
import { readBreakdown, type Breakdown } from './read-breakdown';
import { readQuality } from './read-quality';
import { readSeries, type Series } from './read-series';
import type { Context } from '../ports';

/**
 * Results of an experiment. Counts equal a recount of the events that were committed before the call. With a backlog, they
 * equal a recount at the time when the last portion was counted.
 */
export interface ExperimentResults extends Omit<ExperimentStatistics, 'decision'> {
  experiment: Experiment;
  /** The final verdict, and when it was reached. */
  decision: RecordedDecision | null;
  /** A conversion's id or an event's name; null for the default if no conversion is primary. */
  primaryMetric: string | null;
  /** The primary metric by variant, without adjustment for earlier behavior. */
  primary: MetricSums;
  /** Visitors who saw two variants. They are excluded. */
  crossovers: number;
  /** The currency of `revenue` (ISO 4217): the one of most visitors, because currencies cannot be added. Null if none. */
  currency: string | null;
  daily: DailyResult[];
  /** The variant that the others are compared with. */
  baselineVariantId: string;
  /** The primary metric at the decision, or now if there is none, compared with the control. */
  estimates: DecidedEstimate[];
  /** Days until each variant has its planned size; null if it is unknown, and unless the experiment waits for it. */
  daysLeft: number | null;
  dataQuality: DataQuality;
  /** The visits that are not counted yet; null if all are counted. Until then, no verdict is reached. */
  backlog: Backlog | null;
  /** Only if requested. */
  breakdown?: Breakdown;
  /** Only if requested. */
  series?: Omit<Series, 'actions'> & { milestones: Milestone[] };
}

export interface ResultsRequest {
  by?: SegmentDimension | undefined;
  /** The variant to compare with. Default: the control. */
  baseline?: string | undefined;
  /** Whether to add the figures over time. */
  withSeries?: boolean;
  /** A reader waits for them: a long count is left to the workers. */
  isAwaited?: boolean;
}

/**
 * Reads the results of an experiment without recording a decision. A decision that the counts reach and that is not recorded yet is
 * shown as of now.
 * @returns null if the experiment does not exist
 * @throws AppError VALIDATION_ERROR for a baseline that is not a variant
 */
export async function readResults(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  experimentId: string,
  request: ResultsRequest = {},
): Promise<ExperimentResults | null> {
  const counted = await countResults({ database }, { workspaceId, experimentId }, request);
  if (counted === null) return null;
  const reached = reachedDecision(counted);
  const decision = counted.experiment.decision ?? (reached && { at: new Date().toISOString(), ...reached });
  return resultsOf(database, counted, decision);
}

/** The counts that results are computed from. */
export interface CountedResults {
  experiment: Experiment;
  counts: Counts;
  counted: Omit<ExperimentCounts, 'decision'>;
  /** Computed with the recorded decision. */
  statistics: ExperimentStatistics;
  baselineVariantId: string;
  backlog: Backlog | null;
  breakdown: Breakdown | null;
  series: Series | null;
}

/**
 * Counts an experiment and reads its counts in one snapshot.
 * @returns null if the experiment does not exist
 * @throws AppError VALIDATION_ERROR for a baseline that is not a variant
 */
export async function countResults(
  { database }: Pick<Context, 'database'>,
  { workspaceId, experimentId }: ExperimentName,
  { isAwaited = false, ...request }: ResultsRequest,
): Promise<CountedResults | null> {
  const experiment = await findExperiment(database, workspaceId, experimentId);
  if (experiment === null) return null;
  const baselineVariantId = baselineOf(experiment, request);
  const backlog = isAwaited ? await countForReader({ database }, workspaceId, experimentId) : null;
  if (!isAwaited) await countExperiment({ database }, workspaceId, experimentId);
  const { counts, breakdown, series } = await readAll(database, experiment, { ...request, baselineVariantId });
  const { metrics, revenue } = counts.sums;
  const { engine, status, alpha, mde, targetPower } = experiment;
  const variants = experiment.variants.map(({ id, name, weight, levels }, index): VariantCounts => ({
    variantId: id,
    name,
    weight,
    exposures: counts.exposed.get(id)?.exposures ?? 0,
    conversions: metrics[0]?.variants[index]?.visitors ?? 0,
    expectedExposures: counts.expected.get(id) ?? 0,
    ...(levels && { levels }),
    ...(revenue && { revenue: revenue[index] }),
  }));
  const counted = { engine, status, alpha, mde, targetPower, variants, metrics };
  const statistics = experimentStatistics({ ...counted, decision: experiment.decision });
  return { experiment, counts, counted, statistics, baselineVariantId, backlog, breakdown, series };
}

/** Returns the recorded decision, or the decision that complete counts reach now; null without either. */
export function reachedDecision({ experiment, statistics, backlog }: CountedResults): Decision | null {
  if (experiment.decision !== null) return experiment.decision;
  return backlog !== null || experiment.status === 'draft' ? null : statistics.decision;
}

/** Computes results from counts. @param decision the decision to show; null before a decision */
export async function resultsOf(
  database: Database,
  { experiment, counts, counted, baselineVariantId, backlog, breakdown, series, ...rest }: CountedResults,
  decision: RecordedDecision | null,
): Promise<ExperimentResults> {
  const { currency, sums } = counts;
  const [primary] = sums.metrics;
  if (primary === undefined) throw new Error(`The experiment ${experiment.id} has no metric.`);
  const isAsRecorded = decision === experiment.decision;
  const statistics = isAsRecorded ? rest.statistics : experimentStatistics({ ...counted, decision });
  // Incomplete counts reach no decision.
  const isEarly =
    decision === null && backlog !== null && statistics.decision !== null && experiment.status !== 'draft';
  const evaluated = { ...statistics, ...(isEarly && { recommendation: 'collecting' as const }), decision };
  const isRebased = baselineVariantId !== experiment.variants[0]?.id;
  return {
    ...(isRebased ? withBaseline(evaluated, baselineVariantId, counted) : evaluated),
    experiment,
    baselineVariantId,
    estimates: decision?.estimates ?? estimatesOf(evaluated.metrics[0] as MetricResult),
    daysLeft: daysLeftOf(experiment, counts.daily, evaluated),
    primaryMetric: counts.primaryMetric,
    primary,
    currency,
    crossovers: sumOf(counts.exposures, 'crossovers'),
    daily: counts.daily,
    backlog,
    dataQuality: await readQuality({ database }, experiment, counts, evaluated.srm),
    ...(breakdown && { breakdown }),
    ...(series && { series: presentSeries(series, experiment, decision) }),
  };
}

function baselineOf({ variants }: Experiment, { baseline }: ResultsRequest): string {
  const id = baseline ?? variants[0]?.id ?? '';
  if (baseline === undefined || variants.some((variant) => variant.id === baseline)) return id;
  const message = `Variant "${baseline}" does not exist in this experiment.`;
  throw invalid(message, [{ path: 'baseline', message }]);
}

/** Null unless the experiment still waits for its planned size. */
function daysLeftOf(
  { status, engine, variants }: Experiment,
  daily: readonly DailyResult[],
  { decision, srm, power }: Pick<ExperimentStatistics, 'srm' | 'power'> & { decision: RecordedDecision | null },
): number | null {
  if (status !== 'running' || engine === 'thompson' || decision !== null || srm.mismatch) return null;
  const variantIds = variants.filter(({ weight }, index) => index === 0 || weight > 0).map(({ id }) => id);
  return daysLeft({ requiredPerVariant: power.requiredPerVariant, variantIds, daily });
}

const presentSeries = (
  { actions, ...series }: Series,
  { startedAt }: Experiment,
  decision: RecordedDecision | null,
): NonNullable<ExperimentResults['series']> => ({
  ...series,
  milestones: milestonesOf({ startedAt, decidedAt: decision?.at ?? null }, actions),
});

/** All of one snapshot: a drain that commits between two of the reads would add conversions without their exposures. */
function readAll(
  database: Database,
  experiment: Experiment,
  { by, withSeries = false, baselineVariantId }: ResultsRequest & { baselineVariantId: string },
): Promise<{ counts: Counts; breakdown: Breakdown | null; series: Series | null }> {
  return readSnapshot(database, async (snapshot) => {
    const counts = await readCounts(snapshot, experiment);
    const breakdown = by ? await readBreakdown(snapshot, experiment, by, counts.currency) : null;
    const series = withSeries ? await readSeries(snapshot, experiment, { ...counts, baselineVariantId }) : null;
    return { counts, breakdown, series };
  });
}

interface Counts {
  exposures: ExposureDay[];
  daily: DailyResult[];
  exposed: Map<string, ExposureSums>;
  /** See {@link expectedExposures}. */
  expected: Map<string, number>;
  /** When visitors first came under other weights; null when none did. */
  weightsChanged: Date | null;
  sums: ExperimentSums;
  currency: string | null;
  primaryMetric: string | null;
}

/** @param database a snapshot: a transaction has one connection, and reads one after the other */
async function readCounts(database: Database, experiment: Experiment): Promise<Counts> {
  const primary = metricOf(experiment.primaryMetric);
  const exposures = await findExposureDays(database, experiment);
  const conversions = await findConversionDays(database, experiment, metricKey(primary));
  const exposed = await findExposureSums(database, experiment, null);
  const outcomes = await findOutcomeSums(database, experiment, null);
  const allocated = await findAllocatedExposures(database, experiment);
  const base = await findBaseCurrency(database, experiment.workspaceId);
  const primaryMetric = primary.metric ?? (await findPrimaryConversionId(database, experiment.workspaceId));
  const currency = currencyOf(experiment, outcomes, base);
  return {
    exposures,
    daily: dailyResults(experiment.variants, exposures, conversions),
    expected: expectedExposures(experiment, allocated),
    weightsChanged: weightsChangedAt(allocated),
    currency,
    primaryMetric,
    exposed: new Map(exposed.map((sums) => [sums.variantId, sums])),
    sums: sumsOfExperiment(experiment, exposed, outcomes, currency),
  };
}
