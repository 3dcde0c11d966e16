import type { Schemas } from '../api/client';
import { formatDuration } from './duration';

export type Condition = Schemas['ConditionOutput'];

const operators: Record<string, string> = {
  equals: 'is',
  not_equals: 'is not',
  in: 'is one of',
  not_in: 'is not one of',
  contains: 'contains',
  starts_with: 'starts with',
  greater_than: 'is more than',
  less_than: 'is less than',
  at_least: 'is at least',
  at_most: 'is at most',
};

const groups = [
  ['all', ' and '],
  ['any', ' or '],
] as const;

/** Describes a condition in words. */
export function describeCondition(condition: Condition | Schemas['Condition']): string {
  const given = condition as Record<string, unknown>;
  for (const [name, word] of groups) {
    const parts = given[name];
    if (Array.isArray(parts))
      return parts.length === 0 ? 'everyone' : parts.map((part) => inGroup(part as Condition)).join(word);
  }
  if (given['not'] !== undefined) return `not (${describeCondition(given['not'] as Condition)})`;
  if (typeof given['event'] === 'string') return describeCount(given as unknown as EventCount);
  if (typeof given['field'] !== 'string') return JSON.stringify(condition);
  const { field, operator, value } = given as { field: string; operator: string; value?: unknown };
  if (operator === 'exists') return value === false ? `${field} is not set` : `${field} is set`;
  return `${field} ${operators[operator] ?? operator} ${Array.isArray(value) ? value.join(', ') : String(value)}`;
}

interface EventCount {
  event: string;
  within: string;
  atLeast?: number;
  where?: Condition;
}

function describeCount({ event, within, atLeast = 1, where }: EventCount): string {
  const which = where === undefined ? event : `${event} (${describeCondition(where)})`;
  return `${which} at least ${atLeast === 1 ? 'once' : `${atLeast} times`} in the last ${formatDuration(within)}`;
}

function inGroup(part: Condition): string {
  const text = describeCondition(part);
  return 'all' in part || 'any' in part ? `(${text})` : text;
}
