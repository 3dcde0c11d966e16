import { guardrailOf } from '../../domain/experiments/guardrails';
import { primaryKey } from '../../domain/experiments/count-definition';
import { experimentStatistics, type ExperimentStatistics, type VariantCounts } from '../../domain/experiments/results';
import type { Database } from '../../db/connection/pool';
import { findExperiment, type Experiment } from '../../db/experiments/experiments';
import {
  findAllocatedExposures,
  findExposureDays,
  findMetricDays,
  type ExposureDay,
  type MetricDay,
} from '../../db/reports/experiment-days';
import { countExperiment } from './count-experiment';

/** Results of an experiment: counts that equal a recount of the events committed before the call, and what follows from them. */
export interface ExperimentResults extends ExperimentStatistics {
  experiment: Experiment;
  /** Visitors who saw two variants, and count for none. */
  crossovers: number;
  /** Of `revenue`, ISO 4217; null without any. That of most visitors: amounts of two currencies cannot be added. */
  currency: string | null;
  daily: DailyResult[];
}

export interface DailyResult {
  /** In the workspace's timezone, ISO 8601. */
  date: string;
  /** Those first exposed, and those who first converted, on that day. */
  variants: { variantId: string; exposures: number; conversions: number }[];
}

/** @returns null when there is no such experiment */
export async function experimentResults(
  database: Database,
  workspaceId: string,
  experimentId: string,
): Promise<ExperimentResults | null> {
  const experiment = await findExperiment(database, workspaceId, experimentId);
  if (experiment === null) return null;
  await countExperiment(database, workspaceId, experimentId);
  const [exposures, metrics, weights] = await Promise.all([
    findExposureDays(database, experiment),
    findMetricDays(database, experiment),
    readExpected(database, experiment),
  ]);
  const { engine, status, alpha, mde, targetPower, guardrailMetrics } = experiment;
  const primary = metrics.filter(({ metric }) => metric === (experiment.primaryMetric ?? primaryKey));
  const currency = commonCurrency(primary);
  const variants = experiment.variants.map(({ id, name, levels }): VariantCounts => {
    const exposed = exposures.filter(({ variantId }) => variantId === id);
    return {
      ...{ variantId: id, name, exposures: sumOf(exposed, 'exposures'), conversions: convertedIn(primary, id) },
      expectedExposures: weights.get(id) ?? 0,
      ...(levels && { levels }),
      ...(currency !== null && { revenue: { post: revenueIn(primary, id, currency) } }),
    };
  });
  const guardrails = guardrailMetrics.map((written) => {
    const guardrail = guardrailOf(written);
    const counted = metrics.filter(({ metric }) => metric === guardrail.metric);
    return { ...guardrail, conversions: variants.map(({ variantId }) => convertedIn(counted, variantId)) };
  });
  return {
    ...experimentStatistics({ ...{ engine, status, alpha, mde, targetPower }, variants, guardrails }),
    ...{ experiment, currency, crossovers: sumOf(exposures, 'crossovers') },
    daily: dailyOf(experiment, exposures, primary),
  };
}

/** The weights in force at each exposure, summed by variant; those of now where none were recorded. */
async function readExpected(database: Database, experiment: Experiment): Promise<Map<string, number>> {
  const rows = await findAllocatedExposures(database, experiment);
  const { variants } = experiment;
  const expected = variants.map(({ id, weight }) => {
    const sum = rows.reduce(
      (sum, { weights, exposures }) => sum + exposures * ((weights ? weights[id] : weight) ?? 0),
      0,
    );
    return [id, sum] as const;
  });
  const isKnown = expected.some(([, sum]) => sum > 0);
  return new Map(isKnown ? expected : variants.map(({ id, weight }) => [id, weight]));
}

const convertedIn = (days: readonly MetricDay[], id: string): number =>
  sumOf(
    days.filter(({ variantId }) => variantId === id),
    'visitors',
  );

function commonCurrency(days: readonly MetricDay[]): string | null {
  const visitors = new Map<string, number>();
  for (const day of days) {
    if (day.currency !== '') visitors.set(day.currency, (visitors.get(day.currency) ?? 0) + day.visitors);
  }
  const [most] = [...visitors].sort(([one, ones], [other, others]) => others - ones || (one < other ? -1 : 1));
  return most?.[0] ?? null;
}

/** In major units. */
function revenueIn(days: readonly MetricDay[], id: string, currency: string): { sum: number; sumSquares: number } {
  const theirs = days.filter((day) => day.variantId === id && day.currency === currency);
  return { sum: sumOf(theirs, 'revenue') / 1e6, sumSquares: sumOf(theirs, 'squares') / 1e12 };
}

/** Every day from the first figure to the last. */
function dailyOf(
  { variants }: Experiment,
  exposures: readonly ExposureDay[],
  converted: readonly MetricDay[],
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
        conversions: convertedIn(convertedThen, id),
      })),
    });
  }
  return daily;
}

const dayAfter = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const sumOf = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((sum, row) => sum + row[key], 0);
