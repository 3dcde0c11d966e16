import type { JourneyStep } from './schemas';

/**
 * The step reducer: decides the next position of an execution after the outcome of a step. It is pure, and the only
 * place with this decision: the workflow, the activities that record steps, and the simulation all use it.
 */

type StepOf<Kind extends JourneyStep['kind']> = Extract<JourneyStep, { kind: Kind }>;
type SendPlan = Pick<StepOf<'send'>, 'id' | 'kind' | 'next' | 'onSkip'>;
/** `for` describes the wait to operators. `timeoutNext` is set if the wait is for an event. */
type WaitPlan = Pick<StepOf<'wait'>, 'id' | 'kind' | 'next'> & {
  duration?: string;
  for?: string;
  timeoutNext?: string;
};
type ArmPlan = { id: string; next: string };
type BranchPlan = Pick<StepOf<'branch'>, 'id' | 'kind' | 'else'> & { arms: ArmPlan[] };
type ExperimentPlan = Pick<StepOf<'experiment'>, 'id' | 'kind'> & { arms: ArmPlan[] };
type WebhookPlan = Pick<StepOf<'webhook'>, 'id' | 'kind' | 'next' | 'onFailure'>;
type ExitPlan = Pick<StepOf<'exit'>, 'id' | 'kind'>;

/** A step without names, content, conditions or reasons, which must not appear in workflow histories. */
export type PlannedStep = SendPlan | WaitPlan | BranchPlan | ExperimentPlan | WebhookPlan | ExitPlan;
export type Plan = readonly PlannedStep[];

/**
 * The outcome of a step. `elapsed`: the wait, or the timeout of a wait for an event, is over. `heard`: the awaited
 * event arrived. `arm`: the arm chosen at a branch or experiment step. `delivered`: the webhook was answered with
 * success.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'skipped'; reason: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'elapsed' }
  | { kind: 'heard' }
  | { kind: 'arm'; armId: string }
  | { kind: 'delivered' };

/** The arm id for a branch step's `else`. */
export const elseArm = 'else';

/** An execution is at an unfinished step, or has ended at a step. */
export type Position =
  | { status: 'running'; step: Exclude<PlannedStep, ExitPlan> }
  | { status: 'ended'; stepId: string; ending: 'exit' | 'skipped' };

/** Reduces the steps of a version to their structure. */
export function planOf(steps: readonly JourneyStep[]): Plan {
  return steps.map(plannedStep);
}

function plannedStep(step: JourneyStep): PlannedStep {
  const { id } = step;
  switch (step.kind) {
    case 'send':
      return { id, kind: step.kind, next: step.next, onSkip: step.onSkip };
    case 'wait':
      return plannedWait(step);
    case 'branch':
      return { id, kind: step.kind, arms: step.arms.map(plannedArm), else: step.else };
    case 'experiment':
      return { id, kind: step.kind, arms: step.arms.map(plannedArm) };
    case 'webhook':
      return {
        id,
        kind: step.kind,
        next: step.next,
        ...(step.onFailure === undefined ? {} : { onFailure: step.onFailure }),
      };
    case 'exit':
      return { id, kind: step.kind };
  }
}

const plannedArm = ({ id, next }: ArmPlan): ArmPlan => ({ id, next });

function plannedWait({ id, kind, next, duration, until, untilTime, untilEvent }: StepOf<'wait'>): WaitPlan {
  if (duration !== undefined) return { id, kind, next, duration };
  if (until !== undefined) return { id, kind, next, for: `until ${until}` };
  if (untilTime !== undefined) return { id, kind, next, for: `until ${untilTime.time}` };
  if (untilEvent === undefined) throw new RangeError(`The wait "${id}" waits for nothing.`);
  const { timeout, timeoutNext } = untilEvent;
  return { id, kind, next, for: `for an event, ${timeout} at most`, timeoutNext };
}

/**
 * Returns the position of an execution that starts or resumes at a step.
 * @throws RangeError if the plan has no such step
 */
export function arriveAt(plan: Plan, stepId: string): Position {
  const step = plan.find((candidate) => candidate.id === stepId);
  if (step === undefined) throw new RangeError(`The plan has no step "${stepId}".`);
  return step.kind === 'exit' ? { status: 'ended', stepId, ending: 'exit' } : { status: 'running', step };
}

/**
 * Returns the position of a new execution: the first step.
 * @throws RangeError for a plan without steps
 */
export function begin(plan: Plan): Position {
  const first = plan[0];
  if (first === undefined) throw new RangeError('The plan has no steps.');
  return arriveAt(plan, first.id);
}

/**
 * Returns the position of an execution after `outcome` at `stepId`. After a skipped or failed send, it continues with
 * the next step, unless `onSkip` ends it. After a failed webhook, it continues with `onFailure`, if that is set.
 * @throws RangeError if the plan has no such step or arm, or if it ends at the step
 */
export function advance(plan: Plan, stepId: string, outcome: Outcome): Position {
  const position = arriveAt(plan, stepId);
  if (position.status === 'ended') throw new RangeError(`Nothing follows the exit step "${stepId}".`);
  const { step } = position;
  if (step.kind === 'send' && outcome.kind === 'skipped' && step.onSkip === 'exit') {
    return { status: 'ended', stepId: step.id, ending: 'skipped' };
  }
  return arriveAt(plan, nextOf(step, outcome));
}

function nextOf(step: Exclude<PlannedStep, ExitPlan>, outcome: Outcome): string {
  switch (step.kind) {
    case 'send':
      return step.next;
    case 'wait':
      return outcome.kind === 'elapsed' ? (step.timeoutNext ?? step.next) : step.next;
    case 'webhook':
      return outcome.kind === 'failed' ? (step.onFailure ?? step.next) : step.next;
    case 'branch':
    case 'experiment':
      return armOf(step, outcome);
  }
}

function armOf(step: BranchPlan | ExperimentPlan, outcome: Outcome): string {
  if (outcome.kind !== 'arm') throw new RangeError(`Step "${step.id}" needs an arm, not "${outcome.kind}".`);
  const arm = step.arms.find(({ id }) => id === outcome.armId);
  if (arm !== undefined) return arm.next;
  if (step.kind === 'branch' && outcome.armId === elseArm) return step.else;
  throw new RangeError(`Step "${step.id}" has no arm "${outcome.armId}".`);
}
