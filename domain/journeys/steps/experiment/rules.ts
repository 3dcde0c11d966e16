import type { PlannedArm } from '../../plan';
import type { StepOf } from '../../schemas';
import type { SimulatedRun, SimulatedStep } from '../../simulation/simulated-run';
import { armProblems, exitsOfArms, plannedArms } from '../arms';
import type { StepRules } from '../step-rules';
import { armOfSubject } from './arm-of-subject';

type ExperimentStep = StepOf<'experiment'>;
export type ExperimentPlan = Pick<ExperimentStep, 'id' | 'kind'> & { arms: PlannedArm[] };

const weightTolerance = 1e-6;

export const experimentRules = {
  exits: ({ arms }) => exitsOfArms(arms),
  plan: ({ id, kind, arms }): ExperimentPlan => ({ id, kind, arms: plannedArms(arms) }),
  references: ({ beliefId }) => (typeof beliefId === 'string' ? { beliefId } : {}),
  exitProblems(step) {
    const total = step.arms.reduce((sum, { weight }) => sum + weight, 0);
    const isOff = Math.abs(total - 1) > weightTolerance;
    return armProblems(
      step,
      isOff ? [`The weights of step "${step.id}" add up to ${total}. They must add up to 1.`] : [],
    );
  },
} satisfies StepRules<ExperimentStep>;

/** Weights by arm that replace those of the step; null for none. */
type Weights = Readonly<Record<string, number>> | null;

const weighted = ({ arms }: ExperimentStep, weights: Weights) =>
  arms.map(({ id, weight, next }) => ({ id, next, weight: weights?.[id] ?? weight }));

/**
 * Returns the arm of a subject. A subject keeps the arm of an earlier execution, even if its weight has changed since.
 * @throws RangeError if no arm has a weight
 */
export function decideExperiment(
  step: ExperimentStep,
  subject: { journeyId: string; endUserId: string; earlierArm: string | null },
  weights: Weights,
): string {
  const { earlierArm, ...person } = subject;
  if (earlierArm !== null && step.arms.some(({ id }) => id === earlierArm)) return earlierArm;
  return armOfSubject({ ...person, stepId: step.id }, weighted(step, weights));
}

export function simulateExperiment(step: ExperimentStep, run: SimulatedRun): SimulatedStep {
  const weights = run.weights.get(step.id) ?? null;
  const earlierArm = run.earlierArms.get(step.id) ?? null;
  const armId = decideExperiment(step, { journeyId: run.journeyId, endUserId: run.subject.id, earlierArm }, weights);
  const arms = weighted(step, weights).map(({ id, next, weight }) => ({
    armId: id,
    next,
    weight,
    taken: id === armId,
  }));
  return { outcome: { kind: 'arm', armId }, traced: { arms, armId } };
}
