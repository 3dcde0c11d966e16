import { evaluate, type ConditionFacts } from '../../../conditions/evaluate';
import { neverMatches } from '../../../conditions/never-matches';
import { elseArm, type PlannedArm } from '../../plan';
import type { StepOf } from '../../schemas';
import type { TracedArm } from '../../simulation/schemas';
import type { SimulatedRun, SimulatedStep } from '../../simulation/simulated-run';
import { armProblems, exitsOfArms, plannedArms } from '../arms';
import type { StepRules } from '../step-rules';

type BranchStep = StepOf<'branch'>;
export type BranchPlan = Pick<BranchStep, 'id' | 'kind' | 'else'> & { arms: PlannedArm[] };

export const branchRules = {
  exits: ({ arms, else: otherwise }) => [...exitsOfArms(arms), { field: 'else', to: otherwise }],
  plan: ({ id, kind, arms, else: otherwise }): BranchPlan => ({ id, kind, arms: plannedArms(arms), else: otherwise }),
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

/** Returns the first arm with a matching condition, or else {@link elseArm}. */
export const decideBranch = ({ arms }: Pick<BranchStep, 'arms'>, facts: ConditionFacts): string =>
  arms.find(({ when }) => evaluate(when, facts))?.id ?? elseArm;

export function simulateBranch(step: BranchStep, { facts }: SimulatedRun): SimulatedStep {
  const armId = decideBranch(step, facts);
  const arms: TracedArm[] = [
    ...step.arms.map(({ id, next, when }) => ({
      armId: id,
      next,
      taken: id === armId,
      matched: evaluate(when, facts),
    })),
    { armId: elseArm, next: step.else, taken: armId === elseArm },
  ];
  return { outcome: { kind: 'arm', armId }, traced: { arms, armId } };
}
