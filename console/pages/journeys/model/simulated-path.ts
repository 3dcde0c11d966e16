import type { JourneyStep } from '../../../../domain/journeys/schemas';
import type { Schemas } from '../../../api/client';
import { formatWords } from '../../../format/words';
import { startId, stepEdges } from './edges';

type Traced = Schemas['SimulatedStep'];

/** Returns the outcome at each step, and the edges that the simulation took. */
export function simulatedPath(
  steps: readonly JourneyStep[],
  trace: readonly Traced[],
): { path: Map<string, string>; taken: Set<string> } {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const path = new Map(trace.map((one): [string, string] => [one.stepId, describeTraced(one)]));
  const taken = new Set(trace.length === 0 ? [] : [`${startId} entry`]);
  for (const [index, one] of trace.entries()) {
    const step = byId.get(one.stepId);
    const next = trace[index + 1]?.stepId;
    if (step === undefined || next === undefined) continue;
    const field = fieldOf(step, one, next);
    if (field !== undefined) taken.add(`${step.id} ${field}`);
  }
  return { path, taken };
}

/** Two arms can lead to the same step, so prefer the arm that was taken. */
function fieldOf(step: JourneyStep, { armId }: Traced, next: string): string | undefined {
  if (armId !== undefined && 'arms' in step) {
    const index = step.arms.findIndex(({ id }) => id === armId);
    return index < 0 ? 'else' : `arms.${index}.next`;
  }
  if (armId === 'timeout') return 'untilEvent.timeoutNext';
  return stepEdges(step).find(({ to }) => to === next)?.field;
}

/** `Sent: Your trial ends soon` */
export function describeTraced({ outcome, reason, rendered, armId, resumesAt }: Traced): string {
  const detail = rendered?.subject ?? reason ?? armId;
  const until = resumesAt === undefined ? '' : `, until ${resumesAt.slice(0, 16).replace('T', ' ')} UTC`;
  return `${formatWords(outcome)}${detail === undefined ? '' : `: ${detail}`}${until}`;
}
