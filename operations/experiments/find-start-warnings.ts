import { listConversions } from '../../db/conversions/conversions';
import type { Database } from '../../db/connection/pool';
import type { Experiment } from '../../db/experiments/experiments';
import { metricOf } from '../../domain/experiments/metrics/metric';
import { namedConversions } from '../../domain/experiments/metrics/named-conversions';

/** Warns about missing metrics (none is set, and the workspace has no conversion) and about deleted conversions. */
export async function findStartWarnings(database: Database, experiment: Experiment): Promise<string[]> {
  const conversions = await listConversions(database, experiment.workspaceId);
  const deleted = namedConversions(experiment).filter(({ id }) => !conversions.some((one) => one.id === id));
  const warnings = deleted.map(
    ({ path, id }) => `\`${path}\` counts nothing, because the conversion "${id}" was deleted. Choose another metric.`,
  );
  const hasPrimary = metricOf(experiment.primaryMetric).metric !== null;
  if (hasPrimary || conversions.length > 0) return warnings;
  const nothing =
    'The experiment has nothing to count: `primary_metric` is not set, and the workspace has no conversion. Create a ' +
    'conversion, or set `primary_metric` in a draft.';
  return [nothing, ...warnings];
}
