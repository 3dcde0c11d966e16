import { elseArm, type Outcome } from './plan';
import type { Plan, PlannedStep } from './steps/registry';

/**
 * The step reducer: decides the next position of an execution after the outcome of a step. It is pure, and the only
 * place with this decision: the workflow, the activities that record steps, and the simulation all use it.
 */

/** A step that is performed, in contrast to an exit. */
export type ActiveStep = Exclude<PlannedStep, { kind: 'exit' }>;

/** An execution is at an unfinished step, or has ended at a step. */
export type Position =
  { status: 'running'; step: ActiveStep } | { status: 'ended'; stepId: string; ending: 'exit' | 'skipped' | 'failed' };

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
 * the next step, unless `onSkip` ends it. After a failed webhook, it continues with `onFailure` if that is set, and ends
 * as failed with `failOnError`.
 * @throws RangeError if the plan has no such step or arm, or if it ends at the step
 */
export function advance(plan: Plan, stepId: string, outcome: Outcome): Position {
  const position = arriveAt(plan, stepId);
  if (position.status === 'ended') throw new RangeError(`Nothing follows the exit step "${stepId}".`);
  const { step } = position;
  if (outcome.kind === 'skipped' && 'onSkip' in step && step.onSkip === 'exit') {
    return { status: 'ended', stepId: step.id, ending: 'skipped' };
  }
  if (outcome.kind === 'failed' && endsByFailure(step)) {
    return { status: 'ended', stepId: step.id, ending: 'failed' };
  }
  return arriveAt(plan, nextOf(step, outcome));
}

/** Whether a failed outcome of the step ends the execution as failed. */
export const endsByFailure = (step: ActiveStep): boolean =>
  'failOnError' in step && step.failOnError === true && step.onFailure === undefined;

/** Which fields a planned step has decides, so the workflow needs no code for each kind of step. */
function nextOf(step: ActiveStep, outcome: Outcome): string {
  if ('arms' in step) return armOf(step, outcome);
  if (outcome.kind === 'elapsed' && 'timeoutNext' in step) return step.timeoutNext ?? step.next;
  if (outcome.kind === 'failed' && 'onFailure' in step) return step.onFailure ?? step.next;
  return step.next;
}

function armOf(step: Extract<ActiveStep, { arms: unknown }>, outcome: Outcome): string {
  if (outcome.kind !== 'arm') throw new RangeError(`Step "${step.id}" needs an arm, not "${outcome.kind}".`);
  const arm = step.arms.find(({ id }) => id === outcome.armId);
  if (arm !== undefined) return arm.next;
  if ('else' in step && outcome.armId === elseArm) return step.else;
  throw new RangeError(`Step "${step.id}" has no arm "${outcome.armId}".`);
}
