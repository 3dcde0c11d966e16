import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/** A limit of a size or a number. `isExact` means that no other size is allowed. */
interface Limit {
  origin: string;
  limit: number | bigint;
  isInclusive: boolean;
  isExact: boolean;
}

/** The message for a value that is missing. */
export const requiredMessage = 'is required';

const invalidValue = 'is not valid';

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formatNames: Record<string, string> = {
  email: 'an email address',
  url: 'an absolute URL',
  datetime: 'an ISO 8601 date and time, such as 2026-01-31T09:00:00Z',
  date: 'an ISO 8601 date, such as 2026-01-31',
  time: 'an ISO 8601 time, such as 09:00:00',
  duration: 'an ISO 8601 duration, such as P3D',
};

/**
 * Describes an issue for which its schema has no message. Pass it as `error` to `safeParse`: the messages of schemas take precedence.
 * @returns a predicate that follows the name of the field, such as `must be a string`
 */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? requiredMessage : describeType(issue.expected);
    case 'invalid_value':
      return issue.input === undefined
        ? `${requiredMessage} and ${describeOptions(issue.values)}`
        : describeOptions(issue.values);
    case 'too_small': {
      const { origin, minimum: limit, inclusive: isInclusive = true, exact: isExact = false } = issue;
      return describeMinimum({ origin, limit, isInclusive, isExact });
    }
    case 'too_big': {
      const { origin, maximum: limit, inclusive: isInclusive = true, exact: isExact = false } = issue;
      return describeMaximum({ origin, limit, isInclusive, isExact });
    }
    case 'invalid_format':
      return describeFormat(issue.format, issue.pattern);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? describeOptions(issue.options) : invalidValue;
    case 'invalid_key':
      return `is not a valid key: ${issue.issues[0]?.message ?? invalidValue}`;
    default:
      return invalidValue;
  }
}

const describeType = (expected: string): string =>
  expected === 'never' || expected === 'undefined' ? 'is not allowed' : `must be ${typeNames[expected] ?? expected}`;

const describeOptions = (options: readonly unknown[]): string =>
  options.length === 1 ? `must be ${JSON.stringify(options[0])}` : `must be one of: ${options.map(String).join(', ')}`;

/** What sizes are counted in, by the type of the value; undefined for numbers. */
const units: Record<string, string> = { string: 'character', array: 'item', set: 'item', map: 'entry' };

/** Lower bounds below this only keep a number above 0. */
const tiny = 1e-6;

function describeMinimum({ origin, limit, isInclusive, isExact }: Limit): string {
  if (isExact) return describeSize('exactly', origin, limit);
  if (units[origin] === undefined && isInclusive && limit > 0 && limit < tiny)
    return `must be greater than 0 (at least ${limit})`;
  if (units[origin] === undefined) return `must be ${isInclusive ? 'at least' : 'greater than'} ${limit}`;
  return Number(limit) === 1 ? 'must not be empty' : describeSize('at least', origin, limit);
}

function describeMaximum({ origin, limit, isInclusive, isExact }: Limit): string {
  if (isExact) return describeSize('exactly', origin, limit);
  if (units[origin] === undefined) return `must be ${isInclusive ? 'at most' : 'less than'} ${limit}`;
  return describeSize('at most', origin, limit);
}

function describeSize(bound: string, origin: string, limit: number | bigint): string {
  const unit = units[origin] ?? 'item';
  const verb = unit === 'character' ? 'must be' : 'must have';
  return `${verb} ${bound} ${Number(limit).toLocaleString('en')} ${unit}${Number(limit) === 1 ? '' : 's'}`;
}

function describeFormat(format: string, pattern: string | undefined): string {
  const name = formatNames[format];
  if (name !== undefined) return `must be ${name}`;
  return pattern === undefined ? 'has the wrong format' : `must match the pattern ${pattern}`;
}
