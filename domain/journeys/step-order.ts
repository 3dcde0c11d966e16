import { edgesOf } from './graph';
import type { JourneyStep } from './schemas';

/**
 * The place of each step in an order in which every step comes before those it leads to. Of steps that follow each other in one
 * execution that is the order in which the execution met them.
 */
export function stepOrder(steps: readonly JourneyStep[]): Map<string, number> {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const seen = new Set<string>();
  const backwards: string[] = [];
  for (const { id } of [...steps].reverse()) visit(id);
  return new Map(backwards.reverse().map((id, place) => [id, place]));

  function visit(id: string): void {
    const step = byId.get(id);
    if (step === undefined || seen.has(id)) return;
    seen.add(id);
    for (const { to } of edgesOf(step)) visit(to);
    backwards.push(id);
  }
}
