import type { ErrorDetail } from '../../errors';
import type { JourneyStep, StepKind, StepOf } from '../schemas';
import type { Clock, SimulatedRun, SimulatedStep } from '../simulation/simulated-run';
import { branchRules, simulateBranch } from './branch/rules';
import { exitRules } from './exit/rules';
import { experimentRules, simulateExperiment } from './experiment/rules';
import { sendRules, simulateSend } from './send/rules';
import type { FieldProblem, StepRules } from './step-rules';
import { simulateUpdatePerson, updatePersonRules } from './update-person/rules';
import { simulateWait, waitRules } from './wait/rules';
import { simulateWebhook, webhookRules } from './webhook/rules';

/** The rules of every kind of step. */
export const stepRules = {
  send: sendRules,
  wait: waitRules,
  branch: branchRules,
  experiment: experimentRules,
  webhook: webhookRules,
  update_person: updatePersonRules,
  exit: exitRules,
} satisfies { [Kind in StepKind]: StepRules<StepOf<Kind>> };

type ActiveKind = Exclude<StepKind, 'exit'>;

/**
 * The result of each kind of step in a dry run. Separate from the rules, so that the console does not load what only
 * dry runs need.
 */
const simulators: {
  [Kind in ActiveKind]: (step: StepOf<Kind>, run: SimulatedRun, clock: Clock) => SimulatedStep;
} = {
  send: simulateSend,
  wait: simulateWait,
  branch: simulateBranch,
  experiment: simulateExperiment,
  webhook: simulateWebhook,
  update_person: simulateUpdatePerson,
};

/** A step without names, content, conditions or reasons, which must not appear in workflow histories. */
export type PlannedStep = ReturnType<(typeof stepRules)[StepKind]['plan']>;
export type Plan = readonly PlannedStep[];

export const rulesOf = ({ kind }: JourneyStep): StepRules => stepRules[kind];

/** Reduces the steps of a version to their structure. */
export const planOf = (steps: readonly JourneyStep[]): Plan =>
  steps.map((step) => rulesOf(step).plan(step) as PlannedStep);

/** Returns the distinct Liquid templates in the steps. */
export const templateSources = (steps: readonly JourneyStep[]): string[] => [
  ...new Set(steps.flatMap((step) => rulesOf(step).templates?.(step) ?? [])),
];

/** Collects problems of all steps, with their paths in the definition. */
export const problemsOfSteps = (
  steps: readonly JourneyStep[],
  find: (rules: StepRules, step: JourneyStep) => readonly FieldProblem[] | undefined,
): ErrorDetail[] =>
  steps.flatMap((step, index) =>
    (find(rulesOf(step), step) ?? []).map(({ field, message }) => ({ path: `steps.${index}.${field}`, message })),
  );

/** Returns the outcome of a step in a dry run, with its part of the trace. */
export const simulateStep = (
  step: Extract<JourneyStep, { kind: ActiveKind }>,
  run: SimulatedRun,
  clock: Clock,
): SimulatedStep =>
  (simulators[step.kind] as (step: JourneyStep, run: SimulatedRun, clock: Clock) => SimulatedStep)(step, run, clock);
