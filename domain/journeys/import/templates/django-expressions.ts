import { conditionText, joined, negated, type Condition } from './conditions';
import type { DjangoCode } from './django-code';
import { djangoFilter } from './django-filters';
import { simple, textValue, truth, type Value, type ValueContext } from './django-values';
import { Untranslatable } from './untranslatable';

/** Translates Django's values with filters, and its conditions, into Liquid. */

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
