import { subjectsToWeigh, thompsonWeights } from '../experiments/thompson';
import type { ArmCounts } from './branch-performance';
import type { JourneyStep } from './schemas';

/** What an experiment step has learnt from its subjects (contract, sections 5 and 7). */

export type ExperimentStep = Extract<JourneyStep, { kind: 'experiment' }>;

type CountsByArm = ReadonlyMap<string, ArmCounts>;

const countsOf = (counts: CountsByArm, armId: string): ArmCounts =>
  counts.get(armId) ?? { armId, subjectsReached: 0, goalEvents: 0 };

/**
 * Weights by arm, 0 to 1, for a step that is to be weighed by Thompson sampling; null for another step, and while an arm has fewer
 * than 100 subjects. An arm of weight 0 is switched off: it keeps 0, and nothing waits for it.
 */
export function weightsOfStep(step: ExperimentStep, counts: CountsByArm): Record<string, number> | null {
  const arms = step.arms.filter(({ weight }) => weight > 0).map(({ id }) => countsOf(counts, id));
  if (step.allocation !== 'thompson' || arms.length < 2) return null;
  if (arms.some(({ subjectsReached }) => subjectsReached < subjectsToWeigh)) return null;
  const weights = thompsonWeights(
    arms.map(({ subjectsReached, goalEvents }) => ({
      successes: goalEvents,
      failures: subjectsReached - goalEvents,
    })),
  );
  const byArm = new Map(arms.map(({ armId }, index) => [armId, weights[index] ?? 0]));
  return Object.fromEntries(step.arms.map(({ id }) => [id, byArm.get(id) ?? 0]));
}

/**
 * What a step says of its belief: the rate of the best treatment minus that of the control, which is the first arm, and the
 * subjects of both. Arms with fewer than 100 subjects say nothing yet: few who converted by chance would outweigh a large control.
 * @returns null while the control or every treatment has too few
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
