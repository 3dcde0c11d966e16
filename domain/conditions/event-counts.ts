import type { Condition, EventCount } from './schemas';

/** The questions for the subject's history in a condition, each once. */
export function eventCountsIn(condition: Condition): EventCount[] {
  const found = new Map<string, EventCount>();
  collect(condition, found);
  return [...found.values()];
}

/** Names a question: the number that it is compared with is left out, as the answer is the same. */
export const eventCountKey = ({ event, within, where }: EventCount): string =>
  JSON.stringify([event, within, where ?? null]);

function collect(condition: Condition, found: Map<string, EventCount>): void {
  if ('all' in condition) for (const part of condition.all) collect(part, found);
  else if ('any' in condition) for (const part of condition.any) collect(part, found);
  else if ('not' in condition) collect(condition.not, found);
  else if ('event' in condition) found.set(eventCountKey(condition), condition);
}
