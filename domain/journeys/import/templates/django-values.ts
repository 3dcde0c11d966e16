import { allOf, type Condition } from './conditions';
import type { Severity } from '../schemas';

/** Translates values of Django's templates into Liquid. */

/** What is known about a value when a template is translated. */
export type ValueType = 'any' | 'text' | 'number' | 'boolean';

export interface Value {
  /** A path or literal of Liquid. */
  base: string;
  /** Liquid filters after the path: ` | upcase`. */
  filters: string;
  type: ValueType;
  /** The content of a literal text or number. */
  literal?: string;
  /** The segments of the path, for filters that continue it. */
  path?: readonly string[];
}

/** The variables around a tag, and the Liquid that must run before it. */
export interface ValueContext {
  /**
   * Returns the variable of Apex for a path.
   * @throws Untranslatable
   */
  variable(path: readonly string[]): Value;
  /** Adds Liquid before the tag. */
  before(liquid: string): void;
  /** Returns a new name for a variable. */
  newName(): string;
  note(severity: Severity, reason: string): void;
}

/** Returns text as a literal of Liquid. */
export const quoted = (text: string): string =>
  text.includes("'") || !text.includes('"') ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`;

export const textValue = (text: string): Value => ({ base: quoted(text), filters: '', type: 'text', literal: text });

/** Returns the Liquid of a value. */
export const liquidOf = ({ base, filters }: Value): string => base + filters;

/** Adds filters to a value. */
export const filtered = ({ base, filters }: Value, added: string, type: ValueType): Value => ({
  base,
  filters: `${filters} | ${added}`,
  type,
});

/** Stores a value with filters in a variable, where Liquid allows no filters. */
export function simple(context: ValueContext, value: Value): Value {
  if (value.filters === '') return value;
  const name = context.newName();
  context.before(`{% assign ${name} = ${liquidOf(value)} %}`);
  return { base: name, filters: '', type: value.type };
}

/** Returns a condition that is true if Django treats the value as true. Unlike in Liquid, 0 and empty values are false. */
export function truth(context: ValueContext, value: Value): Condition {
  if (value.literal !== undefined)
    return String(value.type === 'number' ? Number(value.literal) !== 0 : value.literal !== '');
  const { base, type } = simple(context, value);
  if (type === 'boolean') return base;
  const tests = { any: ['!= empty', '!= 0'], text: ['!= empty'], number: ['!= 0'] }[type];
  return allOf([base, ...tests.map((test) => `${base} ${test}`)]);
}
