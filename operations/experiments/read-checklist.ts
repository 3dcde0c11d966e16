import { findServingSettings, listExperiments, type Experiment } from '../../db/experiments/experiments';
import { findRecentPageviews, pageviewsAtMost } from '../../db/reports/recent-pageviews';
import { checkExperiment, type Check } from '../../domain/experiments/checklist';
import { metricOf } from '../../domain/experiments/metrics/metric';
import { findStartWarnings } from './experiments';
import { readMetricPast } from './read-metric-past';
import type { Context } from '../ports';

/** Checks whether an experiment is ready to start. */
export async function readChecklist(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  experiment: Experiment,
): Promise<Check[]> {
  const { id, workspaceId, primaryMetric } = experiment;
  const [past, metricWarnings, pageviews, running, settings] = await Promise.all([
    readMetricPast({ database, clock }, workspaceId, primaryMetric),
    findStartWarnings({ database }, experiment),
    findRecentPageviews(database, workspaceId),
    listExperiments(database, workspaceId, 'running'),
    findServingSettings(database, workspaceId),
  ]);
  return checkExperiment({
    experiment,
    metricWarnings,
    past: {
      ...past,
      varianceReduction: experiment.cuped ? Math.min(0.99, past.varianceReduction) : 0,
      direction: metricOf(primaryMetric).direction,
    },
    pageviews,
    arePageviewsCut: pageviews.length === pageviewsAtMost,
    running: running.filter((other) => other.id !== id),
    ...settings,
    now: clock.now(),
  });
}
