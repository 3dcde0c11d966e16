import type { JsonObject } from '../json/schemas';

/** Describes the properties of events from samples, for the catalog of event types. */

export type PropertyType = 'string' | 'number' | 'boolean' | 'date' | 'object' | 'array';
export type Example = string | number | boolean;

export interface PropertyDescription {
  name: string;
  types: PropertyType[];
  examples: Example[];
}

export interface EventSample {
  data: JsonObject;
  /** Identifies the person, visitor or, without both, the event. */
  subject: string;
}

/** The most properties of an event type that the catalog keeps. One more is stored, to know that there are more. */
export const maxProperties = 50;
const maxExamples = 5;
const maxExampleLength = 60;
/** A value is an example only if this many different people have it. */
const peoplePerExample = 3;

/** Names like `plan`, `utm_source` or `order.total`. Others, such as addresses used as keys, are left out. */
const propertyName = /^[A-Za-z_$][\w.$ -]{0,99}$/;

/**
 * Describes the properties of samples of one event type, the most frequent first. Values that may identify a person
 * are never examples.
 * @param personalNames names of properties without examples
 */
export function describeProperties(
  samples: readonly EventSample[],
  personalNames: readonly string[] = [],
): PropertyDescription[] {
  const found = new Map<string, { count: number; types: Set<PropertyType>; people: Map<Example, Set<string>> }>();
  for (const { data, subject } of samples) {
    for (const [name, value] of Object.entries(data)) {
      if (value === null || !propertyName.test(name)) continue;
      const property = found.get(name) ?? { count: 0, types: new Set(), people: new Map() };
      found.set(name, property);
      property.count += 1;
      property.types.add(typeOf(value));
      if (personalNames.includes(name) || !isPossibleExample(name, value)) continue;
      property.people.set(value, (property.people.get(value) ?? new Set()).add(subject));
    }
  }
  return [...found]
    .sort(([, a], [, b]) => b.count - a.count)
    .slice(0, maxProperties + 1)
    .map(([name, { types, people }]) => ({ name, types: [...types].sort(), examples: examplesOf(people) }));
}

/** Returns the values that most people have. */
const examplesOf = (people: ReadonlyMap<Example, ReadonlySet<string>>): Example[] =>
  [...people]
    .filter(([, subjects]) => subjects.size >= peoplePerExample)
    .sort(([, a], [, b]) => b.size - a.size)
    .slice(0, maxExamples)
    .map(([value]) => value);

const isoDate = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

function typeOf(value: unknown): PropertyType {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string') return isoDate.test(value) ? 'date' : 'string';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

/** Words in the names of properties with personal values. */
const personalWords = new Set(
  [
    'name firstname lastname fullname surname nickname username user customer person contact recipient owner author sender',
    'email mail phone tel telephone mobile fax address street city zip zipcode postal postcode',
    'birthday birthdate birth dob age gender ssn iban tax passport ip token secret password id ids uuid message text comment note',
  ].flatMap((words) => words.split(' ')),
);

/** `customerEmail` and `customer_email` → customer, email. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** Two words or more that start with capitals, as in the names of people. */
const likeName = /^\p{Lu}[\p{L}'’.-]*(\s+\p{Lu}[\p{L}'’.-]*)+$/u;

function isPossibleExample(name: string, value: unknown): value is Example {
  if (wordsOf(name).some((word) => personalWords.has(word))) return false;
  if (typeof value === 'boolean') return true;
  // Long numbers are phone numbers or ids.
  if (typeof value === 'number') return Math.abs(value) < 1_000_000;
  if (typeof value !== 'string' || value === '' || value.length > maxExampleLength) return false;
  if (isoDate.test(value)) return true;
  return !value.includes('@') && !likeName.test(value) && value.replace(/\D/g, '').length < 6;
}
