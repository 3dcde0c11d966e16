import { lastDays } from '../../domain/analytics/period';
import { countedMetrics, metricKey, priorDays } from '../../domain/experiments/metrics/counted-metric';
import { expectedMetric, type ExpectedMetric } from '../../domain/experiments/metrics/expected-metric';
import { metricOf } from '../../domain/experiments/metrics/metric';
import type { MetricSetting } from '../../domain/experiments/metrics/schemas';
import { findRollupState } from '../../db/analytics/rollups';
import { readConversions } from '../../db/experiments/experiment-counts';
import { countMetricPast } from '../../db/experiments/metric-past';
import { findBaseCurrency } from '../../db/workspaces/exchange-rates';
import { drainRollups } from '../analytics/drain-rollups';
import type { Context } from '../ports';

/** The values of a metric in the days before an experiment, as an experiment over these days would have counted them. */
export interface MetricPast extends ExpectedMetric {
  /** ISO dates in the workspace's timezone, both inclusive. */
  from: string;
  to: string;
  /** Visitors of these days. */
  visitors: number;
  /** Visitors that were counted. */
  counted: number;
  /** Visitors per day. */
  dailyVisitors: number;
}

/** Reads the past values of a metric for the plan of an experiment. @throws Error if the workspace does not exist */
export async function readMetricPast(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  workspaceId: string,
  setting: MetricSetting | null,
): Promise<MetricPast> {
  await drainRollups({ database }, workspaceId);
  const state = await findRollupState(database, workspaceId);
  if (state === null) throw new Error(`Workspace ${workspaceId} does not exist.`);
  const [conversions, baseCurrency] = await Promise.all([
    readConversions(database, workspaceId),
    findBaseCurrency(database, workspaceId),
  ]);
  const metric = metricOf(setting);
  const counted = countedMetrics({ primary: metric, others: [], windowDays: null, cuped: true }, conversions).find(
    ({ key }) => key === metricKey(metric),
  );
  if (counted === undefined) throw new Error('The metric is not one of the counted metrics.');
  const { from, to } = lastDays(priorDays, state.timezone, clock.now());
  const { timezone, closedBefore } = state;
  const past = await countMetricPast(database, {
    workspaceId,
    timezone,
    closedBefore,
    metric: counted,
    from,
    baseCurrency,
  });
  const exposed = { variantId: '', exposures: past.counted, withPast: past.withPast };
  return {
    ...expectedMetric(metric, exposed, past.outcomes),
    from,
    to,
    visitors: past.visitors,
    counted: past.counted,
    dailyVisitors: past.visitors / priorDays,
  };
}
