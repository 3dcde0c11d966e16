import type { JsonObject } from '../json/schemas';
import { includesText } from './includes';
import { eventCountKey } from './event-counts';
import type { Comparison, Condition } from './schemas';

/** The data that a condition is evaluated on. An unavailable part, such as the event, counts as missing. */
export interface ConditionFacts {
  email?: string | null;
  timezone?: string | null;
  attributes?: JsonObject;
  event?: { data: JsonObject };
  /** The counts of the subject's events in the condition, by {@link eventCountKey}. A missing entry counts as 0. */
  eventCounts?: ReadonlyMap<string, number>;
}

/**
 * Evaluates a condition. An empty `all` is true, an empty `any` is false. For a missing value, all operators are false
 * except `not_equals`, `not_in` and `exists: false`. Text is compared exactly. Numbers compare only with numbers, and
 * text only with text.
 */
export function evaluate(condition: Condition, facts: ConditionFacts): boolean {
  if ('all' in condition) return condition.all.every((part) => evaluate(part, facts));
  if ('any' in condition) return condition.any.some((part) => evaluate(part, facts));
  if ('not' in condition) return !evaluate(condition.not, facts);
  if ('event' in condition) return (facts.eventCounts?.get(eventCountKey(condition)) ?? 0) >= condition.atLeast;
  return compare(condition, lookUp(condition.field, facts));
}

function lookUp(field: string, facts: ConditionFacts): unknown {
  if (field === 'email') return facts.email ?? undefined;
  if (field === 'timezone') return facts.timezone ?? undefined;
  const attribute = after(field, 'attributes.');
  if (attribute !== null) return property(facts.attributes, attribute);
  const data = after(field, 'event.data.');
  return data === null ? undefined : property(facts.event?.data, data);
}

const after = (text: string, prefix: string): string | null =>
  text.startsWith(prefix) ? text.slice(prefix.length) : null;

/** Returns the property with exactly this name, or else the one at the dotted path. */
function property(object: JsonObject | undefined, path: string): unknown {
  if (object === undefined) return undefined;
  if (Object.hasOwn(object, path)) return object[path] ?? undefined;
  return path.split('.').reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return (value as Record<string, unknown>)[key];
  }, object);
}

function compare({ operator, value }: Comparison, actual: unknown): boolean {
  if (actual === undefined || actual === null) {
    return operator === 'not_equals' || operator === 'not_in' || (operator === 'exists' && value === false);
  }
  switch (operator) {
    case 'exists':
      return value !== false;
    case 'equals':
      return actual === value;
    case 'not_equals':
      return actual !== value;
    case 'in':
      return Array.isArray(value) && value.some((one) => one === actual);
    case 'not_in':
      return Array.isArray(value) && !value.some((one) => one === actual);
    case 'contains':
      if (Array.isArray(actual)) return actual.includes(value);
      return typeof actual === 'string' && typeof value === 'string' && includesText(actual, value);
    case 'starts_with':
      return typeof actual === 'string' && typeof value === 'string' && actual.startsWith(value);
    case 'greater_than':
      return ordered(actual, value, (order) => order > 0);
    case 'less_than':
      return ordered(actual, value, (order) => order < 0);
    case 'at_least':
      return ordered(actual, value, (order) => order >= 0);
    case 'at_most':
      return ordered(actual, value, (order) => order <= 0);
  }
}

function ordered(actual: unknown, value: unknown, holds: (order: number) => boolean): boolean {
  if (typeof actual === 'number' && typeof value === 'number') return holds(actual - value);
  if (typeof actual === 'string' && typeof value === 'string')
    return holds(actual < value ? -1 : Number(actual > value));
  return false;
}
