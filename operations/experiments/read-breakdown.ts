import type { Database } from '../../db/connection/pool';
import type { Experiment } from '../../db/experiments/experiments';
import { findExposureSums, findOutcomeSums, type SegmentDimension } from '../../db/reports/experiment-sums';
import { metricResults, type MetricResult } from '../../domain/experiments/metric-results';
import { sumsOfExperiment } from '../../domain/experiments/metrics/experiment-sums';

/** Results split by what is known of visitors at their exposure. Exploratory: no verdict follows from it. */
export interface Breakdown {
  by: SegmentDimension;
  exploratory: true;
  segments: BreakdownSegment[];
}

export interface BreakdownSegment {
  /** A channel, a device, `new` or `returning`; `unknown` where nothing says it. */
  segment: string;
  variants: { variantId: string; exposures: number; conversions: number; rate: number }[];
  /** Corrected by Benjamini and Hochberg over all segments, metrics and treatments. */
  metrics: MetricResult[];
}

/** @param currency of the experiment's amounts */
export async function readBreakdown(
  snapshot: Database,
  experiment: Experiment,
  by: SegmentDimension,
  currency: string | null,
): Promise<Breakdown> {
  const [exposed, outcomes] = [
    await findExposureSums(snapshot, experiment, by),
    await findOutcomeSums(snapshot, experiment, by),
  ];
  const segments = [...new Set(exposed.map(({ segment }) => segment))].sort();
  const cells = segments.map((segment) => ({
    segment: segment === '' ? 'unknown' : segment,
    exposed: exposed.filter((sums) => sums.segment === segment),
    sums: sumsOfExperiment(
      experiment,
      exposed.filter((sums) => sums.segment === segment),
      outcomes.filter((sums) => sums.segment === segment),
      currency,
    ),
  }));
  // As secondary metrics, which are corrected together.
  const all = cells.flatMap(({ sums }) => sums.metrics.map((metric) => ({ ...metric, role: 'secondary' as const })));
  const { engine, alpha } = experiment;
  const tested = metricResults(all, { engine, alpha });
  let next = 0;
  return {
    by,
    exploratory: true,
    segments: cells.map(({ segment, exposed, sums: { metrics } }) => {
      const results = tested.slice(next, (next += metrics.length));
      return {
        segment,
        variants: experiment.variants.map(({ id }, index) => {
          const exposures = exposed.find(({ variantId }) => variantId === id)?.exposures ?? 0;
          const conversions = metrics[0]?.variants[index]?.visitors ?? 0;
          return { variantId: id, exposures, conversions, rate: exposures === 0 ? 0 : conversions / exposures };
        }),
        metrics: results.map((result, index) => ({ ...result, role: metrics[index]?.role ?? 'secondary' })),
      };
    }),
  };
}
