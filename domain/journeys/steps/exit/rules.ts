import type { StepOf } from '../../schemas';
import type { StepRules } from '../step-rules';

export type ExitPlan = Pick<StepOf<'exit'>, 'id' | 'kind'>;

export const exitRules = {
  exits: () => [],
  plan: ({ id, kind }): ExitPlan => ({ id, kind }),
} satisfies StepRules<StepOf<'exit'>>;
