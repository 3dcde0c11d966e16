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

/** What a metric has shown in the last days, as many as comparisons look back: as an experiment over them would have counted it. */
export interface MetricPast extends ExpectedMetric {
  /** ISO dates in the workspace's timezone; both belong to it. */
  from: string;
  to: string;
  /** Visitors of these days. */
  visitors: number;
  /** Those of them that were counted. */
  counted: number;
  /** A day. */
  dailyVisitors: number;
}

/** Reads what a plan of an experiment needs to know of its primary metric. @throws Error for a workspace that does not exist */
export async function readMetricPast(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  { setting, now }: { setting: MetricSetting | null; now: Date },
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
  const { from, to } = lastDays(priorDays, state.timezone, now);
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
