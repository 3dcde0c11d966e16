import type { Database } from '../../db/connection/pool';
import type { Experiment } from '../../db/experiments/experiments';
import { findAllocationDays, type AllocationDay, type ExposureDay } from '../../db/reports/experiment-days';
import { findExperimentActions } from '../../db/reports/experiment-actions';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { findOutcomeSums } from '../../db/reports/experiment-sums';
import { cumulativeDays, type CumulativeDay } from '../../domain/experiments/cumulative';
import type { DailyResult } from '../../domain/experiments/daily';
import { metricKey } from '../../domain/experiments/metrics/counted-metric';
import { metricOf } from '../../domain/experiments/metrics/metric';
import type { LoggedAction } from '../../domain/experiments/milestones';

/** An experiment's figures over time. */
export interface Series {
  /** The workspace's IANA timezone, which the days are in. */
  timezone: string;
  cumulative: CumulativeDay[];
  /** The weights in force at the end of each day on which they changed. */
  allocations: AllocationDay[];
  actions: LoggedAction[];
}

interface Counted {
  exposures: ExposureDay[];
  daily: DailyResult[];
  currency: string | null;
  baselineVariantId: string;
}

export async function readSeries(
  snapshot: Database,
  experiment: Experiment,
  { exposures, daily, currency, baselineVariantId }: Counted,
): Promise<Series> {
  const { engine, alpha, variants, primaryMetric } = experiment;
  const metric = metricOf(primaryMetric);
  const outcomes = await findOutcomeSums(snapshot, experiment, 'day');
  return {
    cumulative: cumulativeDays(
      daily.map(({ date }) => date),
      {
        engine,
        alpha,
        metric,
        variantIds: variants.map(({ id }) => id),
        baselineId: baselineVariantId,
        exposed: exposures,
        outcomes: outcomes.filter((outcome) => outcome.metric === metricKey(metric)),
        currency,
      },
    ),
    timezone: (await findWorkspace(snapshot, experiment.workspaceId))?.timezone ?? 'UTC',
    allocations: await findAllocationDays(snapshot, experiment),
    actions: await findExperimentActions(snapshot, experiment),
  };
}
