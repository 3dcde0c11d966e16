import { edgesOf } from './graph';
import type { JourneyStep } from './schemas';

/**
 * Returns the place of each step in an order in which every step comes before its next steps. For the steps of one
 * execution, this is the order in which the execution reached them.
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
