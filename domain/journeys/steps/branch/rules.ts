import { evaluate } from '../../../conditions/evaluate';
import { neverMatches } from '../../../conditions/never-matches';
import { elseArm, type PlannedArm } from '../../plan';
import type { StepOf } from '../../schemas';
import { armProblems, exitsOfArms, plannedArms, takeArm } from '../arms';
import type { Circumstances, StepDecision, StepRules } from '../step-rules';

type BranchStep = StepOf<'branch'>;
export type BranchPlan = Pick<BranchStep, 'id' | 'kind' | 'else'> & { arms: PlannedArm[] };

export const branchRules = {
  exits: ({ arms, else: otherwise }) => [...exitsOfArms(arms), { field: 'else', to: otherwise }],
  plan: ({ id, kind, arms, else: otherwise }): BranchPlan => ({ id, kind, arms: plannedArms(arms), else: otherwise }),
  conditions: ({ arms }) => arms.map(({ when }) => when),
  exitProblems: (step) =>
    armProblems(
      step,
      step.arms.some(({ id }) => id === elseArm)
        ? [`Step "${step.id}" has an arm "${elseArm}", but this name is reserved for the default path.`]
        : [],
    ),
  warnings: (step) =>
    step.arms
      .filter(({ when }) => neverMatches(when))
      .map(({ id }) => `Step "${step.id}" never takes the arm "${id}", because its condition is never true.`),
} satisfies StepRules<BranchStep>;

/** Takes the first arm with a matching condition, or else {@link elseArm}. */
export function decideBranch({ arms, else: otherwise }: BranchStep, { facts }: Circumstances): StepDecision {
  const evaluated = arms.map(({ id, next, when }) => ({ armId: id, next, matched: evaluate(when, facts) }));
  const armId = evaluated.find(({ matched }) => matched)?.armId ?? elseArm;
  return takeArm(armId, [...evaluated, { armId: elseArm, next: otherwise }]);
}
