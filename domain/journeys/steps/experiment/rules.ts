import type { PlannedArm } from '../../plan';
import type { StepOf } from '../../schemas';
import { armProblems, exitsOfArms, plannedArms, takeArm } from '../arms';
import type { Circumstances, StepDecision, StepRules } from '../step-rules';
import { armOfSubject } from './arm-of-subject';

type ExperimentStep = StepOf<'experiment'>;
export type ExperimentPlan = Pick<ExperimentStep, 'id' | 'kind'> & { arms: PlannedArm[] };

const weightTolerance = 1e-6;

export const experimentRules = {
  exits: ({ arms }) => exitsOfArms(arms),
  plan: ({ id, kind, arms }): ExperimentPlan => ({ id, kind, arms: plannedArms(arms) }),
  keepsArm: true,
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

/**
 * Chooses the arm of a person. They keep the arm of an earlier execution, even if its weight has changed since.
 * @throws RangeError if no arm has a weight
 */
export function decideExperiment(
  { id: stepId, arms }: ExperimentStep,
  { journeyId, endUserId, earlierArm, weights }: Circumstances,
): StepDecision {
  const weighted = arms.map(({ id, weight, next }) => ({ id, next, weight: weights?.[id] ?? weight }));
  const kept = arms.find(({ id }) => id === earlierArm)?.id;
  const armId = kept ?? armOfSubject({ journeyId, stepId, endUserId }, weighted);
  return takeArm(
    armId,
    weighted.map(({ id, ...arm }) => ({ armId: id, ...arm })),
  );
}
