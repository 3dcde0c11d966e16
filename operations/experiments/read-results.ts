import { isDeepStrictEqual } from 'node:util';
import { expectedExposures, weightsChangedAt } from '../../domain/experiments/allocated-shares';
import { evaluationOf, type Evaluation } from '../../domain/experiments/evaluation';
import { dataQuality, type DataQuality } from '../../domain/experiments/data-quality';
import type { SampleRatio } from '../../domain/experiments/srm';
import type { MetricSums } from '../../domain/experiments/metric-results';
import { metricKey } from '../../domain/experiments/metrics/counted-metric';
import { currencyOf, sumsOfExperiment, type ExperimentSums } from '../../domain/experiments/metrics/experiment-sums';
import { metricOf } from '../../domain/experiments/metrics/metric';
import type { KeptDecision } from '../../domain/experiments/recommendation';
import {
  experimentStatistics,
  type ExperimentCounts,
  type ExperimentStatistics,
  type VariantCounts,
} from '../../domain/experiments/results';
import type { Backlog } from '../../db/analytics/rollups';
import type { Database } from '../../db/connection/pool';
import { findPrimaryConversionId } from '../../db/conversions/conversions';
import { findExperiment, recordEvaluation, type Experiment } from '../../db/experiments/experiments';
import {
  findAllocatedExposures,
  findExposureDays,
  findConversionDays,
  type ConversionDay,
  type ExposureDay,
} from '../../db/reports/experiment-days';
import {
  findExposureSums,
  findOutcomeSums,
  type ExposureSums,
  type SegmentDimension,
} from '../../db/reports/experiment-sums';
import {
  countBotsExposed,
  findApplyErrors,
  findFirstAllocation,
  findVisitorsByDay,
} from '../../db/reports/exposure-quality';
import { findBaseCurrency } from '../../db/workspaces/exchange-rates';
import { readSnapshot } from '../read-snapshot';
import { countExperiment, countForReader } from './count-experiment';
import { readBreakdown, type Breakdown } from './read-breakdown';
import { decideExperiment } from './decide-experiment';

/**
 * Results of an experiment. Counts equal a recount of the events that were committed before the call. With a backlog, they
 * equal a recount at the time when the last portion was counted.
 */
export interface ExperimentResults extends Omit<ExperimentStatistics, 'decision'> {
  experiment: Experiment;
  /** The final verdict, and when it was reached. */
  decision: KeptDecision | null;
  /** A conversion's id or an event's name; null for the default if no conversion is primary. */
  primaryMetric: string | null;
  /** The primary metric by variant, without adjustment for earlier behavior. */
  primary: MetricSums;
  /** Visitors who saw two variants. They are excluded. */
  crossovers: number;
  /** The currency of `revenue` (ISO 4217): the one of most visitors, because currencies cannot be added. Null if none. */
  currency: string | null;
  daily: DailyResult[];
  dataQuality: DataQuality;
  /** The visits that are not counted yet; null if all are counted. Until then, no verdict is reached. */
  backlog: Backlog | null;
  /** Only if requested. */
  breakdown?: Breakdown;
}

export interface DailyResult {
  /** In the workspace's timezone, ISO 8601. */
  date: string;
  /** Those first exposed, and those who first converted, on that day. */
  variants: { variantId: string; exposures: number; conversions: number }[];
}

export interface ResultsRequest {
  by?: SegmentDimension | undefined;
  /** A reader waits for them: a long count is left to the workers. */
  isAwaited?: boolean;
}

/** @returns null when there is no such experiment */
export async function experimentResults(
  database: Database,
  workspaceId: string,
  experimentId: string,
  { by, isAwaited = false }: ResultsRequest = {},
): Promise<ExperimentResults | null> {
  const experiment = await findExperiment(database, workspaceId, experimentId);
  if (experiment === null) return null;
  const backlog = isAwaited ? await countForReader(database, workspaceId, experimentId) : null;
  if (!isAwaited) await countExperiment(database, workspaceId, experimentId);
  const { counts, breakdown } = await readAll(database, experiment, by);
  const { exposures, conversions, currency, sums } = counts;
  const { engine, status, alpha, mde, targetPower } = experiment;
  const [primary] = sums.metrics;
  if (primary === undefined) throw new Error(`The experiment ${experimentId} has no metric.`);
  const variants = experiment.variants.map(({ id, name, weight, levels }, index): VariantCounts => ({
    variantId: id,
    name,
    weight,
    exposures: counts.exposed.get(id)?.exposures ?? 0,
    conversions: primary.variants[index]?.visitors ?? 0,
    expectedExposures: counts.expected.get(id) ?? 0,
    ...(levels && { levels }),
    ...(sums.revenue && { revenue: sums.revenue[index] }),
  }));
  const evaluated = await evaluate(database, experiment, {
    engine,
    status,
    alpha,
    mde,
    targetPower,
    variants,
    metrics: sums.metrics,
    isComplete: backlog === null,
  });
  if (backlog === null) await keepEvaluation(database, experiment, evaluationOf(evaluated));
  return {
    ...evaluated,
    experiment,
    primaryMetric: counts.primaryMetric,
    primary,
    currency,
    crossovers: sumOf(exposures, 'crossovers'),
    daily: dailyOf(experiment, exposures, conversions),
    backlog,
    dataQuality: await readQuality(database, experiment, counts, evaluated.srm),
    ...(breakdown && { breakdown }),
  };
}

/** All of one snapshot: a drain that commits between two of the reads would add conversions without their exposures. */
function readAll(
  database: Database,
  experiment: Experiment,
  by: SegmentDimension | undefined,
): Promise<{ counts: Counts; breakdown: Breakdown | null }> {
  return readSnapshot(database, async (snapshot) => {
    const counts = await readCounts(snapshot, experiment);
    return { counts, breakdown: by ? await readBreakdown(snapshot, experiment, by, counts.currency) : null };
  });
}

async function readQuality(
  database: Database,
  experiment: Experiment,
  { exposures, currency, sums, weightsChanged }: Counts,
  srm: SampleRatio,
): Promise<DataQuality> {
  const dates = exposures.map(({ day }) => day);
  const [from, to] = [dates.at(0), dates.at(-1)];
  const [bots, applyErrors, firstStart, visitors] = await Promise.all([
    countBotsExposed(database, experiment),
    findApplyErrors(database, experiment),
    findFirstAllocation(database, experiment),
    from === undefined || to === undefined
      ? new Map<string, number>()
      : findVisitorsByDay(database, experiment.workspaceId, { from, to }),
  ]);
  const days = [...new Set(dates)].map((date) => {
    const exposed = sumOf(
      exposures.filter(({ day }) => day === date),
      'exposures',
    );
    const there = visitors.get(date) ?? 0;
    return { date, exposures: exposed, visitors: there, rate: there === 0 ? null : Math.min(1, exposed / there) };
  });
  return dataQuality({
    exposures: sumOf(exposures, 'exposures'),
    crossovers: sumOf(exposures, 'crossovers'),
    delayed: sumOf(exposures, 'delayed'),
    bots,
    srm,
    currency,
    leftOut: sums.leftOut,
    several: sums.several,
    days,
    applyErrors,
    exposuresByVariant: new Map(
      experiment.variants.map(({ id }) => [
        id,
        sumOf(
          exposures.filter(({ variantId }) => variantId === id),
          'exposures',
        ),
      ]),
    ),
    earlierStart: isBefore(firstStart, experiment.startedAt) ? firstStart : null,
    weightsChanged,
    followsResults: experiment.engine === 'thompson',
  });
}

const isBefore = (one: Date | null, other: Date | null): boolean => one !== null && (other === null || one < other);

interface Counts {
  exposures: ExposureDay[];
  /** Of the primary metric. */
  conversions: ConversionDay[];
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
    conversions,
    expected: expectedExposures(experiment, allocated),
    weightsChanged: weightsChangedAt(allocated),
    currency,
    primaryMetric,
    exposed: new Map(exposed.map((sums) => [sums.variantId, sums])),
    sums: sumsOfExperiment(experiment, exposed, outcomes, currency),
  };
}

/** Evaluates counts. The first complete counts that reach a verdict store it for every later evaluation. */
async function evaluate(
  database: Database,
  experiment: Experiment,
  { isComplete, ...counts }: Omit<ExperimentCounts, 'decision'> & { isComplete: boolean },
): Promise<Omit<ExperimentStatistics, 'decision'> & { decision: KeptDecision | null }> {
  const evaluated = experimentStatistics({ ...counts, decision: experiment.decision });
  if (experiment.decision !== null) return { ...evaluated, decision: experiment.decision };
  if (evaluated.decision === null || experiment.status === 'draft') return { ...evaluated, decision: null };
  if (!isComplete) return { ...evaluated, recommendation: 'collecting', decision: null };
  const decision = await decideExperiment(database, experiment, evaluated.decision);
  return { ...experimentStatistics({ ...counts, decision }), decision };
}

/** For lists, which evaluate nothing themselves. */
async function keepEvaluation(database: Database, experiment: Experiment, evaluation: Evaluation): Promise<void> {
  if (experiment.status === 'draft' || isDeepStrictEqual(experiment.evaluation, evaluation)) return;
  await recordEvaluation(database, experiment, evaluation);
}

/** Every day from the first figure to the last. */
function dailyOf(
  { variants }: Experiment,
  exposures: readonly ExposureDay[],
  converted: readonly ConversionDay[],
): DailyResult[] {
  const days = [...exposures, ...converted].map(({ day }) => day).sort();
  const [first, last] = [days.at(0), days.at(-1)];
  const daily: DailyResult[] = [];
  if (first === undefined || last === undefined) return daily;
  for (let date = first; date <= last; date = dayAfter(date)) {
    const exposedThen = exposures.filter(({ day }) => day === date);
    const convertedThen = converted.filter(({ day }) => day === date);
    daily.push({
      date,
      variants: variants.map(({ id }) => ({
        variantId: id,
        exposures: sumOf(
          exposedThen.filter(({ variantId }) => variantId === id),
          'exposures',
        ),
        conversions: sumOf(
          convertedThen.filter(({ variantId }) => variantId === id),
          'visitors',
        ),
      })),
    });
  }
  return daily;
}

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const sumOf = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((sum, row) => sum + row[key], 0);
