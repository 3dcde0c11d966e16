import type { z } from 'zod';
import { metricOf } from '../../domain/experiments/metrics/metric';
import type { ExperimentResults } from '../../operations/experiments/read-results';
import type { experimentResults } from '../../domain/experiments/reports/schemas';

type Results = z.infer<typeof experimentResults>;

export function presentResults({ experiment, decision, primary: _, ...results }: ExperimentResults): Results {
  const { id, engine, status, primaryMetric, startedAt, endedAt, alpha } = experiment;
  return {
    experimentId: id,
    engine,
    status,
    alpha,
    primaryMetric: metricOf(primaryMetric).metric,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    ...results,
    decision: decision && { at: decision.at, recommendation: decision.recommendation, counts: decision.counts },
  };
}

/** What an experiment's own record says of its results. */
export const presentFigures = ({ variants, confidence }: ExperimentResults) => ({
  results: Object.fromEntries(
    variants.map(({ variantId, exposures, conversions, rate }) => [variantId, { exposures, conversions, rate }]),
  ),
  confidence,
});
