import { advance, endsByFailure, type ActiveStep, type Position } from './advance';
import type { Plan } from './steps/registry';

/**
 * Where an execution is, as its workflow needs to know it. It has names of messages, which are not personal data, but no
 * content.
 */
export type Place =
  | { status: 'running'; step: StepView }
  | {
      status: 'ended';
      stepId: string;
      ending: 'exit' | 'skipped' | 'failed';
    };

/** A step that is performed. */
export interface StepView {
  id: string;
  kind: ActiveStep['kind'];
  /** The name of its message, or its id. */
  title: string;
  /** What an execution does at the step, such as `wait P3D`. */
  action: string;
  /** Whether it changes only the database, and how: it chooses an arm, or does something else. */
  decides?: 'arm' | 'other';
  /** Whether it waits for an event. */
  awaitsEvent?: true;
  /** The number of the step, and of all steps, with its exits. For operators. */
  position: string;
  /** The place after a wait for a time, which no activity reports. */
  then?: Place;
}

/** Titles of steps by their ids. Steps without one are called by their ids. */
export type StepTitles = Readonly<Record<string, string>>;

/** Returns what a workflow needs to know about a position. */
export function placeOf(plan: Plan, titles: StepTitles, position: Position): Place {
  if (position.status === 'ended') return position;
  const { step } = position;
  const titleOf = (id: string): string => titles[id] ?? id;
  const number = plan.findIndex(({ id }) => id === step.id) + 1;
  return {
    status: 'running',
    step: {
      id: step.id,
      kind: step.kind,
      title: titleOf(step.id),
      action: actionOf(step),
      position: `${number} of ${plan.length}. Then ${ways(step, titleOf)}.`,
      ...decisionOf(step),
      ...(awaitsEvent(step) ? { awaitsEvent: true } : {}),
      ...(step.kind === 'wait' && !awaitsEvent(step)
        ? { then: placeOf(plan, titles, advance(plan, step.id, { kind: 'elapsed' })) }
        : {}),
    },
  };
}

const outsideActions = { send: 'send', webhook: 'webhook' } as const;

function actionOf(step: ActiveStep): string {
  if (step.kind === 'wait') return `wait ${step.duration ?? step.for ?? ''}`.trim();
  return step.kind.replaceAll('_', ' ');
}

/** Which fields a planned step has decides, so that a new kind of step needs no code here. */
function decisionOf(step: ActiveStep): Pick<StepView, 'decides'> {
  if ('arms' in step) return { decides: 'arm' };
  return step.kind === 'wait' || step.kind in outsideActions ? {} : { decides: 'other' };
}

const awaitsEvent = (step: ActiveStep): boolean => step.kind === 'wait' && step.timeoutNext !== undefined;

/** Lists every exit of a step, with its condition if there is one. */
function ways(step: ActiveStep, titleOf: (id: string) => string): string {
  const name = (id: string): string => `**${titleOf(id)}**`;
  const always = 'arms' in step ? step.arms.map(({ next }) => next) : [step.next];
  const otherwise = [
    'else' in step ? `else ${name(step.else)}` : null,
    'timeoutNext' in step && step.timeoutNext !== undefined ? `${name(step.timeoutNext)} at the timeout` : null,
    'onFailure' in step && step.onFailure !== undefined ? `${name(step.onFailure)} if it fails` : null,
    endsByFailure(step) ? 'failed if it fails' : null,
  ];
  return [...always.map(name), ...otherwise.filter((way) => way !== null)].join(', or ');
}
