import { edgesOf } from '../../../../domain/journeys/graph';
import { elseArm } from '../../../../domain/journeys/plan';
import type { JourneyStep } from '../../../../domain/journeys/schemas';

/** An exit of a step: the step, and the path of the field with the target. */
export interface Exit {
  from: string;
  field: string;
}

export interface Edge extends Exit {
  to: string;
  /** The name of the exit; empty if the step has only one. */
  label: string;
}

/** The target of an exit that is not connected. It is not a valid step id, so publishing reports it. */
export const nowhere = 'nowhere';

/** The start is not a step. It leads to the first step. */
export const startId = ':start';

export const stepEdges = (step: JourneyStep): Edge[] =>
  edgesOf(step).map(({ field, to }) => ({ from: step.id, field, to, label: labelOf(step, field) }));

/** All edges of a journey, starting with the edge from the start. */
export function journeyEdges(steps: readonly JourneyStep[]): Edge[] {
  const entry = steps[0];
  const start = entry === undefined ? [] : [{ from: startId, field: 'entry', to: entry.id, label: '' }];
  return [...start, ...steps.flatMap(stepEdges)];
}

function labelOf(step: JourneyStep, field: string): string {
  if (step.kind === 'branch' && field === 'else') return elseArm;
  if (step.kind === 'branch' || step.kind === 'experiment') {
    const arm = step.arms[Number(field.split('.')[1])];
    if (arm === undefined) return '';
    const name = arm.name ?? arm.id;
    return 'weight' in arm ? `${name} · ${Math.round(arm.weight * 100)}%` : name;
  }
  if (step.kind === 'wait' && step.untilEvent !== undefined) return field === 'next' ? 'event' : 'timeout';
  if (step.kind === 'webhook' && step.onFailure !== undefined) return field === 'next' ? 'success' : 'failure';
  return '';
}

/** Changes the target of an exit. */
export function retarget(step: JourneyStep, field: string, to: string): JourneyStep {
  if (step.kind === 'branch' || step.kind === 'experiment') {
    if (step.kind === 'branch' && field === 'else') return { ...step, else: to };
    const index = Number(field.split('.')[1]);
    const arms = step.arms.map((arm, place) => (place === index ? { ...arm, next: to } : arm));
    return { ...step, arms } as JourneyStep;
  }
  if (step.kind === 'wait' && field === 'untilEvent.timeoutNext' && step.untilEvent !== undefined) {
    return { ...step, untilEvent: { ...step.untilEvent, timeoutNext: to } };
  }
  if (step.kind === 'webhook' && field === 'onFailure') return { ...step, onFailure: to };
  return 'next' in step ? { ...step, next: to } : step;
}

/** Maps the targets of all exits. */
export const retargetAll = (step: JourneyStep, targetOf: (to: string) => string): JourneyStep =>
  edgesOf(step).reduce((changed, { field, to }) => {
    const target = targetOf(to);
    return target === to ? changed : retarget(changed, field, target);
  }, step);
