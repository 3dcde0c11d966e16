import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { nowhere, stepEdges } from './edges';

/** A line of the outline: a step at its first position, or a reference to a step on another line. */
export interface OutlineLine {
  key: string;
  stepId: string;
  depth: number;
  /** The name of the exit that leads here; empty if it is the only one. */
  label: string;
  /** The step is on another line, or does not exist. */
  reference: boolean;
}

/**
 * Lists the steps from the entry on, with arms one level deeper. Unreachable steps come last.
 */
export function outlineOf(steps: readonly JourneyStep[]): OutlineLine[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const seen = new Set<string>();
  const lines: OutlineLine[] = [];
  const waiting: Omit<OutlineLine, 'reference'>[] = [];
  const push = (...next: Omit<OutlineLine, 'reference'>[]): void => void waiting.push(...next.reverse());
  for (const { id } of steps) {
    if (seen.has(id)) continue;
    push({ key: id, stepId: id, depth: 0, label: '' });
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
      const step = byId.get(line.stepId);
      const reference = step === undefined || seen.has(line.stepId);
      // A reference line shows where a path continues on another line.
      lines.push({ ...line, reference });
      if (step === undefined || reference) continue;
      seen.add(step.id);
      const edges = stepEdges(step);
      const deeper = edges.length > 1 ? 1 : 0;
      const { depth } = line;
      push(
        ...edges.map(({ field, to, label }) => ({
          ...{ key: `${step.id} ${field}`, stepId: to, depth: depth + deeper, label },
        })),
      );
    }
  }
  return lines.filter(({ reference, stepId, label }) => !(reference && stepId === nowhere && label === ''));
}
