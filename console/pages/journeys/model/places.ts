import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { startId, stepEdges, type Exit } from './edges';

/** The place of a new step: at an exit, after a step, or not connected. */
export type Place = Exit | { after: string } | null;

export interface NamedPlace {
  /** Identifies the place in the list. */
  key: string;
  title: string;
  place: Place;
}

const unconnected: NamedPlace = { key: '', title: 'Not connected', place: null };

/** The places next to a step: each exit, or before a step without exits, and not connected. */
export function placesNextTo(steps: readonly JourneyStep[], id: string | null): NamedPlace[] {
  const step = steps.find((one) => one.id === id);
  if (step === undefined) {
    const place = { from: startId, field: 'entry' };
    return [{ key: 'entry', title: 'At the start', place }, unconnected];
  }
  const name = step.name ?? step.id;
  const ways = stepEdges(step).map(({ from, field, label }) => ({
    key: field,
    title: label === '' ? `After ${name}` : `After ${name} (${label})`,
    place: { from, field },
  }));
  const before = { key: 'before', title: `Before ${name}`, place: { after: step.id } };
  return [...(ways.length === 0 ? [before] : ways), unconnected];
}
