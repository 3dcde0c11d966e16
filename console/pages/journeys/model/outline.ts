import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { nowhere, stepEdges } from './edges';

/** A line of the outline: a step where it is first met, or a reference to one that stands elsewhere. */
export interface OutlineLine {
  key: string;
  stepId: string;
  depth: number;
  /** The way out by which it is reached; empty for the only one. */
  label: string;
  /** The step stands at another line already, or is not there at all. */
  reference: boolean;
}

/**
 * The steps as a list that reads from the entry on: what follows stands below, arms one level deeper. Steps that nothing leads to
 * come last.
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
      // A straight way on to a step that is listed is said by the step's own line.
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
