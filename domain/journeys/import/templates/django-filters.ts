import { conditionText } from './conditions';
import { djangoDate } from './date-formats';
import { capfirst, fixedDecimals, titleCase } from './django-text';
import {
  filtered,
  liquidOf,
  quoted,
  simple,
  truth,
  type Value,
  type ValueContext,
  type ValueType,
} from './django-values';
import { Untranslatable, unknownFilter } from './untranslatable';

/** Translates Django's filters, and those that Klaviyo adds. Source: Klaviyo's "Django filter glossary". */

export interface FilterUse {
  value: Value;
  name: string;
  argument: Value | null;
  context: ValueContext;
}

type Filter = (use: FilterUse) => Value;

/** Filters that Liquid has under this or another name. `*` is the argument. */
const same: Record<string, [liquid: string, type: ValueType]> = {
  upper: ['upcase', 'text'],
  upcase: ['upcase', 'text'],
  lower: ['downcase', 'text'],
  downcase: ['downcase', 'text'],
  capitalize: ['capitalize', 'text'],
  length: ['size', 'number'],
  count: ['size', 'number'],
  size: ['size', 'number'],
  wordcount: ['number_of_words', 'number'],
  striptags: ['strip_html', 'text'],
  strip_html: ['strip_html', 'text'],
  strip_newlines: ['strip_newlines', 'text'],
  strip: ['strip', 'text'],
  trim: ['strip', 'text'],
  lstrip: ['lstrip', 'text'],
  rstrip: ['rstrip', 'text'],
  base64_encode: ['base64_encode', 'text'],
  base64_decode: ['base64_decode', 'text'],
  url_encode: ['url_encode', 'text'],
  url_decode: ['url_decode', 'text'],
  first: ['first', 'any'],
  last: ['last', 'any'],
  reverse: ['reverse', 'any'],
  uniq: ['uniq', 'any'],
  compact: ['compact', 'any'],
  abs: ['abs', 'number'],
  ceil: ['ceil', 'number'],
  floor: ['floor', 'number'],
  append: ['append: *', 'text'],
  concat: ['append: *', 'text'],
  prepend: ['prepend: *', 'text'],
  cut: ['remove: *', 'text'],
  remove: ['remove: *', 'text'],
  join: ['join: *', 'text'],
  split: ['split: *', 'any'],
  dictsort: ['sort: *', 'any'],
  sort_by: ['sort: *', 'any'],
  truncatechars: ['truncate: *, "…"', 'text'],
  at_least: ['at_least: *', 'number'],
  at_most: ['at_most: *', 'number'],
  plus: ['plus: *', 'number'],
  minus: ['minus: *', 'number'],
  times: ['times: *', 'number'],
  multiply: ['times: *', 'number'],
  modulo: ['modulo: *', 'number'],
};

/** Filters without an effect in Apex: values are escaped, and dates are read from text. */
const idle = new Set(['escape', 'format_date_string']);

const others: Record<string, Filter> = {
  lookup,
  default: withDefault,
  default_if_none: ({ value, argument, context, name }) => {
    context.note('warning', 'The default also applies if the value is missing.');
    return chosen(context, { test: `${simple(context, value).base} == nil`, yes: required(argument, name), no: value });
  },
  date: ({ value, argument }) => filtered(value, djangoDate(argument?.literal ?? 'N j, Y').slice(3), 'text'),
  time: ({ value, argument, name }) => filtered(value, djangoDate(literalOf(argument, name)).slice(3), 'text'),
  title: ({ value, context }) => titleCase(context, value),
  capfirst: ({ value, context }) => capfirst(context, value),
  floatformat: ({ value, argument, context }) => fixedDecimals(context, value, argument?.literal ?? '-1'),
  urlencode: ({ value, argument }) =>
    filtered(
      value,
      `url_encode | replace: "+", "%20"${argument?.literal === '' ? '' : ' | replace: "%2F", "/"'}`,
      'text',
    ),
  truncatewords: ({ value, argument, name, context }) => {
    const most = required(argument, name).base;
    const whole = simple(context, value);
    const words = simple(context, filtered(whole, 'number_of_words', 'number'));
    const cut = filtered(whole, `truncatewords: ${most}, " …"`, 'text');
    return chosen(context, { test: `${words.base} > ${most}`, yes: cut, no: { ...whole, type: 'text' } });
  },
  slice: ({ value, argument, name }) => filtered(value, sliceOf(literalOf(argument, name)), value.type),
  add: ({ value, argument, name }) =>
    /^-?\d+(\.\d+)?$/.test(literalOf(argument, name))
      ? filtered(value, `floor | plus: ${Math.trunc(Number(argument?.literal))}`, 'number')
      : filtered(value, `append: ${(argument as Value).base}`, 'text'),
  floatadd: ({ value, argument, name }) => filtered(value, `plus: ${required(argument, name).base}`, 'number'),
  divide: ({ value, argument, name }) => {
    const { literal = '' } = required(argument, name);
    if (!/^\d+(\.\d+)?$/.test(literal)) throw unknownFilter(name);
    // A divisor with decimals divides without rounding.
    return filtered(value, `divided_by: ${literal.includes('.') ? literal : `${literal}.0`}`, 'number');
  },
  divisibleby: ({ value, argument, name, context }) => {
    const rest = simple(context, filtered(value, `modulo: ${required(argument, name).base}`, 'number'));
    return assigned(context, `${rest.base} == 0`, 'boolean');
  },
  yesno: ({ value, argument, context }) => {
    const [yes = 'yes', no = 'no', none] = (argument?.literal ?? 'yes,no').split(',');
    const tested = simple(context, value);
    const test = conditionText(truth(context, tested));
    const result = chosen(context, { test, yes: text(yes), no: text(no) });
    return none === undefined
      ? result
      : chosen(context, { test: `${tested.base} == nil`, yes: text(none), no: result });
  },
  pluralize: ({ value, argument, context }) => {
    const forms = (argument?.literal ?? 's').split(',');
    const [one, many] = forms.length === 1 ? ['', forms[0] as string] : [forms[0] as string, forms[1] as string];
    const { base } = simple(context, value);
    return chosen(context, { test: `${base} == 1 or ${base} == "1"`, yes: text(one), no: text(many) });
  },
};

/**
 * Applies a filter.
 * @throws Untranslatable if it has no equivalent
 */
export function djangoFilter(use: FilterUse): Value {
  const { value, name, argument } = use;
  if (idle.has(name)) return { ...value };
  if (name === 'safe') throw new Untranslatable('Values are always escaped, so markup in them would be visible.');
  const own = Object.hasOwn(others, name) ? others[name] : undefined;
  if (own !== undefined) return own(use);
  const [liquid, type] = (Object.hasOwn(same, name) ? same[name] : undefined) ?? [];
  if (liquid === undefined || type === undefined || liquid.includes('*') !== (argument !== null)) {
    throw unknownFilter(name);
  }
  return filtered(value, liquid.replace('*', argument?.base ?? ''), type);
}

const text = (literal: string): Value => ({ base: quoted(literal), filters: '', type: 'text', literal });

function required(argument: Value | null, name: string): Value {
  if (argument === null) throw unknownFilter(name);
  return argument;
}

function literalOf(argument: Value | null, name: string): string {
  const { literal } = required(argument, name);
  if (literal === undefined) throw unknownFilter(name);
  return literal;
}

function lookup({ value, argument, name, context }: FilterUse): Value {
  if (value.path === undefined || value.filters !== '') throw unknownFilter(name);
  return context.variable([...value.path, literalOf(argument, name)]);
}

/** Django's filter also replaces 0. Liquid's does not. */
function withDefault({ value, argument, name, context }: FilterUse): Value {
  const other = required(argument, name);
  const result = filtered(value, `default: ${other.base}`, value.type === other.type ? value.type : 'any');
  if (value.type === 'text') return result;
  const { base } = simple(context, result);
  context.before(`{% if ${base} == 0 %}{% assign ${base} = ${other.base} %}{% endif %}`);
  return { base, filters: '', type: 'any' };
}

/** Assigns one of two values to a new variable. */
function chosen(context: ValueContext, { test, yes, no }: { test: string; yes: Value; no: Value }): Value {
  const { base } = assigned(context, liquidOf(no), 'any');
  context.before(`{% if ${test} %}{% assign ${base} = ${liquidOf(yes)} %}{% endif %}`);
  return { base, filters: '', type: yes.type === no.type ? yes.type : 'any' };
}

function assigned(context: ValueContext, liquid: string, type: ValueType): Value {
  const base = context.newName();
  context.before(`{% assign ${base} = ${liquid} %}`);
  return { base, filters: '', type };
}

/** Returns the filter for a Python slice. */
function sliceOf(range: string): string {
  const [, from = '', to = ''] = /^(-?\d*):(-?\d*)$/.exec(range) ?? [];
  const start = Number(from || '0');
  if (!range.includes(':') || to.startsWith('-') || (start < 0 && to !== '')) {
    throw new Untranslatable(`The slice "${range.slice(0, 20)}" has no equivalent in Apex.`);
  }
  const length = to === '' ? (start < 0 ? -start : 10_000) : Math.max(Number(to) - start, 0);
  return `slice: ${start}, ${length}`;
}
