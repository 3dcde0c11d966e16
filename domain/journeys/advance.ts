import type { JourneyStep } from './schemas';

/**
 * The step reducer: where a run stands after what happened at its step. Pure, and the one place where that is decided: the
 * workflow follows it, the activities record by it, a simulation traces it.
 */

type SendPlan = Pick<Extract<JourneyStep, { kind: 'send' }>, 'id' | 'kind' | 'next' | 'onSkip'>;
type WaitPlan = Pick<Extract<JourneyStep, { kind: 'wait' }>, 'id' | 'kind' | 'next' | 'duration'>;
type ExitPlan = Pick<Extract<JourneyStep, { kind: 'exit' }>, 'id' | 'kind'>;

/** A step without names, content or reasons: what a workflow may carry in its history. */
export type PlannedStep = SendPlan | WaitPlan | ExitPlan;
export type Plan = readonly PlannedStep[];

/** What happened at a step. `elapsed` is a wait that is over. */
export type Outcome =
  { kind: 'sent' } | { kind: 'skipped'; reason: string } | { kind: 'failed'; reason: string } | { kind: 'elapsed' };

/** A run stands at a step that is still to be done, or has ended at one. */
export type Position =
  | { status: 'running'; step: Exclude<PlannedStep, ExitPlan> }
  | { status: 'ended'; stepId: string; ending: 'exit' | 'skipped' };

/** The plan of a version's steps: structure only. */
export function planOf(steps: readonly JourneyStep[]): Plan {
  return steps.map((step) => {
    switch (step.kind) {
      case 'send':
        return { id: step.id, kind: step.kind, next: step.next, onSkip: step.onSkip };
      case 'wait':
        return { id: step.id, kind: step.kind, next: step.next, duration: step.duration };
      case 'exit':
        return { id: step.id, kind: step.kind };
    }
  });
}

/** Where a run stands that begins, or resumes, at a step. @throws RangeError when the plan has no such step */
export function arriveAt(plan: Plan, stepId: string): Position {
  const step = plan.find((candidate) => candidate.id === stepId);
  if (step === undefined) throw new RangeError(`The plan has no step "${stepId}".`);
  return step.kind === 'exit' ? { status: 'ended', stepId, ending: 'exit' } : { status: 'running', step };
}

/** Where a new run stands: at the first step. @throws RangeError for a plan without steps */
export function begin(plan: Plan): Position {
  const first = plan[0];
  if (first === undefined) throw new RangeError('The plan has no steps.');
  return arriveAt(plan, first.id);
}

/**
 * Where the run stands after `outcome` at `stepId`.
 * A skipped or failed send goes on to its next step, unless a skip was to end the run.
 * @throws RangeError when the plan has no such step, or the step has ended already
 */
export function advance(plan: Plan, stepId: string, outcome: Outcome): Position {
  const position = arriveAt(plan, stepId);
  if (position.status === 'ended') throw new RangeError(`Nothing follows the exit step "${stepId}".`);
  const { step } = position;
  if (step.kind === 'send' && outcome.kind === 'skipped' && step.onSkip === 'exit') {
    return { status: 'ended', stepId: step.id, ending: 'skipped' };
  }
  return arriveAt(plan, step.next);
}
