import type { OutcomeArm } from '../../domain/experiments/metrics/arm-sums';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { Experiment } from '../experiments/experiments';

/** Sums of experiments, which db/experiments/experiment-counts.ts keeps up to date. */

/** Dimensions by which results can be split. */
export type SegmentDimension = 'channel' | 'device' | 'returning';

export interface ExposureSums {
  /** Empty if results are not split. */
  segment: string;
  variantId: string;
  exposures: number;
  /** Exposures of visitors with events in the 14 days before. */
  withPast: number;
}

/** If values are in micros, squares and products are based on micros too. */
export interface OutcomeSums extends OutcomeArm {
  /** Empty if results are not split. */
  segment: string;
}

/**
 * Finds the sums of exposures.
 * @param by null for all visitors together
 */
export const findExposureSums = (
  database: Database,
  { workspaceId, id }: Experiment,
  by: SegmentDimension | null,
): Promise<ExposureSums[]> =>
  rowsOf<ExposureSums>(
    database.raw(
      by === null
        ? `select '' as segment, variant_id as "variantId", sum(exposures)::int as exposures, sum(with_past)::int as "withPast"
             from experiment_exposure_days where workspace_id = :workspaceId and experiment_id = :experimentId group by 2`
        : `select segment, variant_id as "variantId", exposures, with_past as "withPast" from experiment_exposure_segments
            where workspace_id = :workspaceId and experiment_id = :experimentId and dimension = :by and exposures > 0`,
      { workspaceId, experimentId: id, by },
    ),
  );

/**
 * Finds the sums of outcomes.
 * @param by null for all visitors together; `day` for the day of each visitor's first outcome
 */
export const findOutcomeSums = (
  database: Database,
  { workspaceId, id }: Experiment,
  by: SegmentDimension | 'day' | null,
): Promise<OutcomeSums[]> =>
  rowsOf<OutcomeSums>(
    database.raw(
      `select case when cast(:by as text) is null then '' else segment end as segment, metric, variant_id as "variantId", currency,
              sum(visitors)::int as visitors, sum(value)::float8 as value, sum(value_squares)::float8 as "valueSquares",
              sum(denominator)::float8 as denominator, sum(denominator_squares)::float8 as "denominatorSquares",
              sum(denominator_products)::float8 as "denominatorProducts", sum(prior)::float8 as prior,
              sum(prior_squares)::float8 as "priorSquares", sum(prior_products)::float8 as "priorProducts"
         from experiment_outcome_sums
        where workspace_id = :workspaceId and experiment_id = :experimentId and dimension = :dimension
        group by 1, 2, 3, 4`,
      { workspaceId, experimentId: id, by, dimension: by ?? 'day' },
    ),
  );
