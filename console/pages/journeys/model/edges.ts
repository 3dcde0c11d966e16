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

export function stepEdges(step: JourneyStep): Edge[] {
  const edges = edgesOf(step);
  const fields = edges.map(({ field }) => field);
  return edges.map(({ field, to }) => ({ from: step.id, field, to, label: labelOf(step, field, fields) }));
}

/** All edges of a journey, starting with the edge from the start. */
export function journeyEdges(steps: readonly JourneyStep[]): Edge[] {
  const entry = steps[0];
  const start = entry === undefined ? [] : [{ from: startId, field: 'entry', to: entry.id, label: '' }];
  return [...start, ...steps.flatMap(stepEdges)];
}

/** The names of exits that are not arms, by field. Next to such an exit, `next` has a name, too. */
const exitNames: Readonly<Record<string, { name: string; next: string }>> = {
  'untilEvent.timeoutNext': { name: 'timeout', next: 'event' },
  onFailure: { name: 'failure', next: 'success' },
};

function labelOf(step: JourneyStep, field: string, fields: readonly string[]): string {
  if (field === 'else') return elseArm;
  if ('arms' in step) {
    const arm = step.arms[Number(field.split('.')[1])];
    if (arm === undefined) return '';
    const name = arm.name ?? arm.id;
    return 'weight' in arm ? `${name} · ${Math.round(arm.weight * 100)}%` : name;
  }
  const other = fields.find((one) => one in exitNames) ?? '';
  return (field === 'next' ? exitNames[other]?.next : exitNames[field]?.name) ?? '';
}

/** Changes the target of an exit. Does nothing if the step does not have the exit. */
export function retarget(step: JourneyStep, field: string, to: string): JourneyStep {
  if (!edgesOf(step).some((edge) => edge.field === field)) return step;
  const changed = structuredClone(step);
  const parents = field.split('.');
  const last = parents.pop() ?? '';
  const parent = parents.reduce((at: object, key) => (at as Record<string, object>)[key] ?? {}, changed);
  Object.assign(parent, { [last]: to });
  return changed;
}

/** Maps the targets of all exits. */
export const retargetAll = (step: JourneyStep, targetOf: (to: string) => string): JourneyStep =>
  edgesOf(step).reduce((changed, { field, to }) => {
    const target = targetOf(to);
    return target === to ? changed : retarget(changed, field, target);
  }, step);
