import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { journeyEdges, startId } from './edges';

export type Direction = 'up' | 'down' | 'left' | 'right';

/** Returns the adjacent step in a direction: predecessor, successor or sibling; null if there is none. */
export function neighbour(steps: readonly JourneyStep[], id: string, direction: Direction): string | null {
  const ids = new Set([startId, ...steps.map((step) => step.id)]);
  const edges = journeyEdges(steps).filter(({ to }) => ids.has(to));
  if (direction === 'down') return edges.find(({ from }) => from === id)?.to ?? nextUnreached(steps, id);
  const before = edges.find(({ to }) => to === id)?.from ?? null;
  // An unreachable step goes up to the previous step in the list.
  if (direction === 'up') return before ?? steps[steps.findIndex((step) => step.id === id) - 1]?.id ?? null;
  const siblings = [...new Set(edges.filter(({ from }) => from === before).map(({ to }) => to))];
  const at = siblings.indexOf(id);
  return (at < 0 ? undefined : siblings[at + (direction === 'left' ? -1 : 1)]) ?? null;
}

/** Unreachable steps come after the end. */
function nextUnreached(steps: readonly JourneyStep[], id: string): string | null {
  const reached = new Set(journeyEdges(steps).map(({ to }) => to));
  const at = steps.findIndex((step) => step.id === id);
  return steps.slice(at + 1).find((step) => !reached.has(step.id))?.id ?? null;
}
