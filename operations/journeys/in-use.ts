import type { JourneyName } from '../../db/journeys/journey-references';
import { conflict, type AppError } from '../../domain/errors';

const shown = 10;

/** The refusal to delete what published versions name. @param noun as the caller knows it, e.g. `audience` */
export function inUse(noun: string, journeys: readonly JourneyName[]): AppError {
  const named = journeys.slice(0, shown).map(({ id, name }) => `"${name}" (${id})`);
  if (journeys.length > shown) named.push(`${journeys.length - shown} more`);
  return conflict(`This ${noun} is used by published versions of journeys, which are kept: ${named.join(', ')}.`);
}
