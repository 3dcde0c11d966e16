import type { z } from 'zod';
import type { ExperimentResults } from '../../db/reports/experiment-results';
import type { experimentResults } from '../../domain/experiments/reports/schemas';

type Results = z.infer<typeof experimentResults>;

export function presentResults({ experiment, ...results }: ExperimentResults): Results {
  const { id, engine, status, primaryMetric, startedAt, endedAt, alpha } = experiment;
  return {
    ...{ experimentId: id, engine, status, primaryMetric, alpha },
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    ...results,
  };
}
