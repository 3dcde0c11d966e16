import { allOf, conditionText, joined, negated, type Condition } from './conditions';
import type { DjangoCode } from './django-code';
import { djangoFilter } from './django-filters';
import { Untranslatable } from './untranslatable';
import type { Severity } from '../schemas';

/** Translates Django's values and conditions into Liquid. */

/** What is known of a value before a message is sent. */
export type ValueType = 'any' | 'text' | 'number' | 'boolean';

export interface Value {
  /** A path or literal of Liquid. */
  base: string;
  /** Filters of Liquid after it: ` | upcase`. */
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

/** Reads a value with its filters. */
export function readValue(code: DjangoCode, context: ValueContext): Value {
  let value = readLiteral(code, context);
  while (code.take('|')) {
    const name = code.name();
    const argument = code.take(':') ? readLiteral(code, context) : null;
    value = djangoFilter({ value, name, argument, context });
  }
  return value;
}

const constants: Record<string, string> = { True: 'true', False: 'false', None: 'nil' };

function readLiteral(code: DjangoCode, context: ValueContext): Value {
  const { kind, value } = code.next();
  if (kind === 'text') return textValue(value);
  if (kind === 'number') return { base: value, filters: '', type: 'number', literal: value };
  if (kind === 'sign') throw new Untranslatable(`"${value}" cannot be read.`);
  if (Object.hasOwn(constants, value)) return { base: constants[value] as string, filters: '', type: 'boolean' };
  return context.variable(value.split('.'));
}

/** Returns when Django takes a value for true. Unlike in Liquid, 0 and empty texts, lists and objects are false. */
export function truth(context: ValueContext, value: Value): Condition {
  if (value.literal !== undefined)
    return String(value.type === 'number' ? Number(value.literal) !== 0 : value.literal !== '');
  const { base, type } = simple(context, value);
  if (type === 'boolean') return base;
  const tests = { any: ['!= empty', '!= 0'], text: ['!= empty'], number: ['!= 0'] }[type];
  return allOf([base, ...tests.map((test) => `${base} ${test}`)]);
}

/** Reads the condition of an `if`. */
export function readCondition(code: DjangoCode, context: ValueContext): Condition {
  const condition = readJoined(code, context, 'or');
  code.end();
  return condition;
}

function readJoined(code: DjangoCode, context: ValueContext, how: 'and' | 'or'): Condition {
  const part = (): Condition => (how === 'or' ? readJoined(code, context, 'and') : readNegated(code, context));
  const assign = (condition: Condition): string => {
    const name = context.newName();
    context.before(`{% assign ${name} = ${conditionText(condition)} %}`);
    return name;
  };
  let condition = part();
  while (code.take(how)) condition = joined(how, [condition, part()], assign);
  return condition;
}

const readNegated = (code: DjangoCode, context: ValueContext): Condition =>
  code.take('not') ? negated(readNegated(code, context)) : readComparison(code, context);

const signs = ['==', '!=', '<=', '>=', '<', '>'];

function readComparison(code: DjangoCode, context: ValueContext): Condition {
  const value = readValue(code, context);
  const sign = signs.find((one) => code.take(one)) ?? readWordSign(code);
  if (sign === null) return truth(context, value);
  const left = simple(context, value).base;
  const right = simple(context, readValue(code, context)).base;
  if (sign === 'contains') return `${right} contains ${left}`;
  if (sign === 'not contains') return `not ${right} contains ${left}`;
  return `${left} ${sign} ${right}`;
}

function readWordSign(code: DjangoCode): string | null {
  if (code.take('in')) return 'contains';
  if (code.take('is')) return code.take('not') ? '!=' : '==';
  const [word, after] = [code.peek(), code.peek(1)];
  if (word?.value !== 'not' || after?.value !== 'in') return null;
  code.next();
  code.next();
  return 'not contains';
}
