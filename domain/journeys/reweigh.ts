import { reweighArms, seenOutcomes, subjectsToWeigh } from '../experiments/thompson';
import type { ArmCounts } from './branch-performance';
import type { StepOf } from './schemas';

/** Computes what an experiment step has learned from its subjects. */

export type ExperimentStep = StepOf<'experiment'>;

type CountsByArm = ReadonlyMap<string, ArmCounts>;

const countsOf = (counts: CountsByArm, armId: string): ArmCounts =>
  counts.get(armId) ?? { armId, subjectsReached: 0, goalEvents: 0 };

/**
 * Returns new weights by arm for a step with Thompson sampling; null for other steps, and if {@link reweighArms}
 * returns none.
 */
export function weightsOfStep(step: ExperimentStep, counts: CountsByArm): Record<string, number> | null {
  if (step.allocation !== 'thompson') return null;
  const seen = seenOutcomes((id) => {
    const { subjectsReached, goalEvents } = countsOf(counts, id);
    return { successes: goalEvents, failures: subjectsReached - goalEvents };
  });
  const weights = reweighArms(step.arms, seen);
  return weights && Object.fromEntries(weights);
}

/**
 * Returns the evidence of a step for its belief: the rate of the best treatment minus that of the control (the first
 * arm), and the subjects of both. Arms with fewer than 100 subjects do not count: a few chance conversions would
 * outweigh a large control.
 * @returns null if the control or every treatment has too few subjects
 */
export function evidenceOfStep(
  step: ExperimentStep,
  counts: CountsByArm,
): { delta: number; sampleSize: number } | null {
  const [control, ...treatments] = step.arms.map(({ id }) => countsOf(counts, id));
  if (control === undefined || control.subjectsReached < subjectsToWeigh) return null;
  const rateOf = ({ goalEvents, subjectsReached }: ArmCounts): number => goalEvents / subjectsReached;
  let best: ArmCounts | null = null;
  for (const arm of treatments) {
    if (arm.subjectsReached >= subjectsToWeigh && (best === null || rateOf(arm) > rateOf(best))) best = arm;
  }
  if (best === null) return null;
  return { delta: rateOf(best) - rateOf(control), sampleSize: best.subjectsReached + control.subjectsReached };
}
