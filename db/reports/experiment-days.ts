import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { Experiment } from '../experiments/experiments';

/** Daily sums of experiments, as db/experiments/experiment-counts.ts keeps them. */

export interface ExposureDay {
  day: string;
  variantId: string;
  exposures: number;
  crossovers: number;
}

export interface MetricDay {
  metric: string;
  day: string;
  variantId: string;
  currency: string;
  visitors: number;
  /** In micros. */
  revenue: number;
  /** Of squares of micros. */
  squares: number;
}

const named = ({ workspaceId, id }: Experiment) => ({ workspaceId, experimentId: id });
const ofExperiment = 'workspace_id = :workspaceId and experiment_id = :experimentId';

export const findExposureDays = (database: Database, experiment: Experiment): Promise<ExposureDay[]> =>
  rowsOf<ExposureDay>(
    database.raw(
      `select day::text, variant_id as "variantId", sum(exposures)::int as exposures, sum(crossovers)::int as crossovers
         from experiment_exposure_days where ${ofExperiment}
        group by day, variant_id having (sum(exposures), sum(crossovers)) <> (0, 0) order by day`,
      named(experiment),
    ),
  );

export const findMetricDays = (database: Database, experiment: Experiment): Promise<MetricDay[]> =>
  rowsOf<MetricDay>(
    database.raw(
      `select metric, day::text, variant_id as "variantId", currency, visitors, revenue_micros::float8 as revenue,
              revenue_squares::float8 as squares
         from experiment_metric_days where ${ofExperiment} and visitors > 0 order by day`,
      named(experiment),
    ),
  );

/** Exposures by the weights that were in force; null where none were recorded. */
export const findAllocatedExposures = (
  database: Database,
  experiment: Experiment,
): Promise<{ weights: Record<string, number> | null; exposures: number }[]> =>
  rowsOf(
    database.raw(
      `select a.weights, d.exposures
         from (select allocation, sum(exposures)::int as exposures from experiment_exposure_days where ${ofExperiment} group by 1) d
         left join experiment_allocations a
           on a.workspace_id = :workspaceId and a.experiment_id = :experimentId and a.number = d.allocation`,
      named(experiment),
    ),
  );
