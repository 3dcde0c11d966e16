import type { AllocatedExposures } from '../../domain/experiments/allocated-shares';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { Experiment } from '../experiments/experiments';

/** Daily sums of experiments, which db/experiments/experiment-counts.ts keeps up to date. */

export interface ExposureDay {
  day: string;
  variantId: string;
  exposures: number;
  crossovers: number;
  /** Exposures with an event that arrived more than an hour after it happened. */
  delayed: number;
}

export interface ConversionDay {
  day: string;
  variantId: string;
  /** Visitors with their first counted event on this day. */
  visitors: number;
}

const named = ({ workspaceId, id }: Experiment) => ({ workspaceId, experimentId: id });
export const findExposureDays = (database: Database, experiment: Experiment): Promise<ExposureDay[]> =>
  rowsOf<ExposureDay>(
    database.raw(
      `select day::text, variant_id as "variantId", sum(exposures)::int as exposures, sum(crossovers)::int as crossovers,
              sum(delayed)::int as delayed
         from experiment_exposure_days where workspace_id = :workspaceId and experiment_id = :experimentId
        group by day, variant_id having (sum(exposures), sum(crossovers)) <> (0, 0) order by day`,
      named(experiment),
    ),
  );

/**
 * Finds the converted visitors by day.
 * @param metric the key of a metric
 */
export const findConversionDays = (
  database: Database,
  experiment: Experiment,
  metric: string,
): Promise<ConversionDay[]> =>
  rowsOf<ConversionDay>(
    database.raw(
      `select segment as day, variant_id as "variantId", sum(visitors)::int as visitors from experiment_outcome_sums
        where workspace_id = :workspaceId and experiment_id = :experimentId and metric = :metric
          and dimension = 'day' and segment <> '' and visitors > 0
        group by 1, 2 order by 1`,
      { ...named(experiment), metric },
    ),
  );

/**
 * Finds exposures by the weights and traffic split that applied, in chronological order; null if none were recorded.
 */
export const findAllocatedExposures = (database: Database, experiment: Experiment): Promise<AllocatedExposures[]> =>
  rowsOf(
    database.raw(
      `select a.weights, a.traffic_split::float8 as "trafficSplit", a.at, d.exposures
         from (select allocation, sum(exposures)::int as exposures from experiment_exposure_days
                where workspace_id = :workspaceId and experiment_id = :experimentId group by 1) d
         left join experiment_allocations a
           on a.workspace_id = :workspaceId and a.experiment_id = :experimentId and a.number = d.allocation
        order by d.allocation`,
      named(experiment),
    ),
  );

/** The weights and traffic split at the end of a day. */
export interface AllocationDay {
  /** ISO date in the workspace's timezone. */
  date: string;
  /** By variant id, 0 to 1. */
  weights: Record<string, number>;
  /** Percentage, 0 to 100. */
  trafficSplit: number;
}

/** Finds the weights of each day on which they changed since the start, in chronological order. */
export const findAllocationDays = (database: Database, experiment: Experiment): Promise<AllocationDay[]> =>
  rowsOf<AllocationDay>(
    database.raw(
      `select distinct on (1) (a.at at time zone w.timezone)::date::text as date, a.weights,
              a.traffic_split::float8 as "trafficSplit"
         from experiment_allocations a join workspaces w on w.id = a.workspace_id
        where a.workspace_id = :workspaceId and a.experiment_id = :experimentId and a.at >= :startedAt
        order by 1, a.number desc`,
      { ...named(experiment), startedAt: experiment.startedAt },
    ),
  );
