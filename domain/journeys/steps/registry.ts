import type { Condition } from '../../conditions/schemas';
import type { ErrorDetail } from '../../errors';
import type { JourneyStep, StepKind, StepOf } from '../schemas';
import { maskedText } from '../../end-users/mask';
import type { Clock, SimulatedRun, SimulatedStep } from '../simulation/simulated-run';
import { branchRules, decideBranch } from './branch/rules';
import { exitRules } from './exit/rules';
import { decideExperiment, experimentRules } from './experiment/rules';
import { sendRules, simulateSend } from './send/rules';
import type { Circumstances, FieldProblem, StepDecision, StepRules } from './step-rules';
import { decideUpdatePerson, updatePersonRules } from './update-person/rules';
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

/**
 * The decision of each kind of step that changes only the database. Separate from the rules, so that the console does not
 * load decisions.
 */
const decisions = {
  branch: decideBranch,
  experiment: decideExperiment,
  update_person: decideUpdatePerson,
} satisfies { [Kind in StepKind]?: (step: StepOf<Kind>, given: Circumstances) => StepDecision };

export type DecidedKind = keyof typeof decisions;

/** The result in a dry run of each kind of step that has effects outside the database. */
const simulators: {
  [Kind in Exclude<StepKind, 'exit' | DecidedKind>]: (
    step: StepOf<Kind>,
    run: SimulatedRun,
    clock: Clock,
  ) => SimulatedStep;
} = { send: simulateSend, wait: simulateWait, webhook: simulateWebhook };

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

/** Returns the conditions that the decisions about steps evaluate. */
export const conditionsOf = (steps: readonly JourneyStep[]): Condition[] =>
  steps.flatMap((step) => rulesOf(step).conditions?.(step) ?? []);

/** Collects problems of all steps, with their paths in the definition. */
export const problemsOfSteps = (
  steps: readonly JourneyStep[],
  find: (rules: StepRules, step: JourneyStep) => readonly FieldProblem[] | undefined,
): ErrorDetail[] =>
  steps.flatMap((step, index) =>
    (find(rulesOf(step), step) ?? []).map(({ field, message }) => ({ path: `steps.${index}.${field}`, message })),
  );

/** Whether a step changes only the database. */
export const isDecided = (step: JourneyStep): step is StepOf<DecidedKind> => Object.hasOwn(decisions, step.kind);

/** Decides about a step, in an execution or a dry run. */
export const decideStep = (
  step: StepOf<DecidedKind>,
  given: Circumstances,
): ReturnType<(typeof decisions)[DecidedKind]> =>
  (decisions[step.kind] as (step: JourneyStep, given: Circumstances) => StepDecision)(step, given);

/** Returns the outcome of a step in a dry run, with its part of the trace. */
export function simulateStep(
  step: Exclude<JourneyStep, { kind: 'exit' }>,
  run: SimulatedRun,
  clock: Clock,
): SimulatedStep {
  if (!isDecided(step)) {
    const simulate = simulators[step.kind] as (step: JourneyStep, run: SimulatedRun, clock: Clock) => SimulatedStep;
    return simulate(step, run, clock);
  }
  const decideWith = (renderText: Circumstances['renderText']) =>
    decideStep(step, {
      ...run,
      endUserId: run.subject.id,
      isErased: false,
      earlierArm: run.earlierArms.get(step.id) ?? null,
      weights: run.weights.get(step.id) ?? null,
      renderText,
    });
  const { outcome, arms, attributes } = decideWith((source) => run.renderText(source, run.facts.attributes ?? {}));
  if (attributes === undefined) return { outcome, traced: { ...(arms && { arms }) } };
  const masked = decideWith((source) => run.renderMasked(source, run.maskedAttributes) ?? maskedText);
  return { outcome, attributes, traced: { attributes: masked.attributes ?? {} } };
}
