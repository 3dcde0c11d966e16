import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { startId, stepEdges, type Exit } from './edges';

/** Where a new step goes: into a way out, after a step, or nowhere yet. */
export type Place = Exit | { after: string } | null;

export interface NamedPlace {
  /** Tells it from the others of the list. */
  key: string;
  title: string;
  place: Place;
}

const unconnected: NamedPlace = { key: '', title: 'Not connected yet', place: null };

/** The places beside a step: each of its ways out; before it, where it ends the journey; and without a connection. */
export function placesBeside(steps: readonly JourneyStep[], id: string | null): NamedPlace[] {
  const step = steps.find((one) => one.id === id);
  if (step === undefined) {
    const place = { from: startId, field: 'entry' };
    return [{ key: 'entry', title: 'At the beginning', place }, unconnected];
  }
  const name = step.name ?? step.id;
  const ways = stepEdges(step).map(({ from, field, label }) => ({
    key: field,
    title: label === '' ? `After ${name}` : `After ${name}, on the way ${label}`,
    place: { from, field },
  }));
  const before = { key: 'before', title: `Before ${name}`, place: { after: step.id } };
  return [...(ways.length === 0 ? [before] : ways), unconnected];
}
