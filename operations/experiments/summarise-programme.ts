import { listExperiments, type Experiment } from '../../db/experiments/experiments';
import { momentsFor } from '../../domain/experiments/comparison';
import type { MetricSums } from '../../domain/experiments/metric-results';
import { metricOf } from '../../domain/experiments/metrics/metric';
import {
  shrinkProgramme,
  type EndedExperiment,
  type Programme,
  type ShrunkenLift,
} from '../../domain/experiments/programme';
import { readResults, type ExperimentResults } from './read-results';
import type { Context } from '../ports';

/** Experiments whose effects are read, the newest ones: what they say of the size of effects changes little beyond. */
const considered = 200;

export interface ProgrammeSummary extends Omit<Programme, 'winners'> {
  /** Experiments that are completed. */
  ended: number;
  /** Those of them whose verdict is to ship, or of which a treatment was promoted. */
  shipped: number;
  winners: (ShrunkenLift & { experiment: Experiment; variantId: string })[];
}

/** What the completed experiments of a workspace have brought. Reads the results of the newest 200. */
export async function summariseProgramme(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
): Promise<ProgrammeSummary> {
  const completed = await listExperiments(database, workspaceId, 'completed');
  const read: { experiment: Experiment; winner: string | null; ended: EndedExperiment }[] = [];
  for (const { id } of completed.slice(0, considered)) {
    const results = await readResults({ database }, workspaceId, id);
    if (results === null) continue;
    const winner = winnerOf(results);
    read.push({ experiment: results.experiment, winner, ended: endedOf(results, winner) });
  }
  const { winners, ...programme } = shrinkProgramme(read.map(({ ended }) => ended));
  const shipped = winners.flatMap((found, index) => {
    const { experiment, winner = null } = read[index] ?? {};
    return found === null || experiment === undefined || winner === null
      ? []
      : [{ ...found, experiment, variantId: winner }];
  });
  return { ended: completed.length, shipped: shipped.length, ...programme, winners: shipped };
}

/** The treatment that every visitor gets, or the best one when the verdict was to ship. */
function winnerOf({ experiment, decision, variants, primary }: ExperimentResults): string | null {
  const { promotedVariantId } = experiment;
  if (promotedVariantId !== null) return promotedVariantId === variants[0]?.variantId ? null : promotedVariantId;
  if (decision?.recommendation !== 'ship') return null;
  if (decision.shipped !== undefined) return decision.shipped;
  // Decided before it was kept which one.
  const sign = metricOf(experiment.primaryMetric).direction === 'down' ? -1 : 1;
  const means = momentsOf(primary);
  const value = (index: number): number => sign * (means[index]?.mean ?? 0);
  const best = variants.slice(1).reduce((best, _, index) => (value(index + 1) > value(best) ? index + 1 : best), 1);
  return variants[best]?.variantId ?? null;
}

const momentsOf = ({ measure, variants }: MetricSums) => variants.map((arm) => momentsFor(measure, arm));

function endedOf({ experiment, variants, primary }: ExperimentResults, winner: string | null): EndedExperiment {
  const [control = null, ...treatments] = momentsOf(primary);
  const place = variants.findIndex(({ variantId }) => variantId === winner) - 1;
  const { direction } = metricOf(experiment.primaryMetric);
  return { direction, control, treatments, shipped: place < 0 ? null : place };
}
