import type { Condition, EventCount } from './schemas';

/** Returns the distinct event counts in a condition. */
export function eventCountsIn(condition: Condition): EventCount[] {
  const found = new Map<string, EventCount>();
  collect(condition, found);
  return [...found.values()];
}

/** Returns the key of an event count. It omits the number to compare with, because the count is the same. */
export const eventCountKey = ({ event, within, where }: EventCount): string =>
  JSON.stringify([event, within, where ?? null]);

function collect(condition: Condition, found: Map<string, EventCount>): void {
  if ('all' in condition) for (const part of condition.all) collect(part, found);
  else if ('any' in condition) for (const part of condition.any) collect(part, found);
  else if ('not' in condition) collect(condition.not, found);
  else if ('event' in condition) found.set(eventCountKey(condition), condition);
}
