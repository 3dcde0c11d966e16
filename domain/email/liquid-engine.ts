import {
  CaptureTag,
  CaseTag,
  defaultOperators,
  Drop,
  filters,
  Liquid,
  toValue,
  type Context,
  type Emitter,
  type Operators,
  type Tag,
} from 'liquidjs';
import { omit, OmittingContext, printable, withoutObjects } from './printable';
import { marked, withoutMarks } from './value-marks';

type Filter = Extract<Liquid['filters'][string], (...input: never[]) => unknown>;

/** Tags that load other templates. */
const refusedTags = ['include', 'render', 'layout', 'block'];
/**
 * `raw` undoes escaping, and `sample` is random. Filters with an expression in a text run it once per item without any
 * limit.
 */
const refusedFilters = ['raw', 'sample'];
const runsExpression = /_exp$/;
/** Filters that read a property of each item. Their cost is a product of sizes, not a sum. */
const perItemFilters = new Set('map where reject find find_index has sum sort sort_natural group_by'.split(' '));
/** Other filters that read or return objects. All others turn their input into text or a number. */
const objectFilters = new Set(
  (
    'json jsonify inspect default first last size reverse concat compact uniq slice push pop shift unshift ' +
    'to_integer'
  ).split(' '),
);
/** Filters that write a missing value as `null`. */
const jsonFilters = new Set(['json', 'jsonify', 'inspect']);
/** Filters that produce HTML. A slot escapes its values and keeps their line breaks itself. */
const escapingFilters = ['escape', 'escape_once', 'xml_escape', 'newline_to_br'];
const longestDateFormat = 200;
/** Escapes only unescaped characters, because a filter may already have escaped the text. */
const escapeOnce = filters['escape_once'] as Filter;
const divide = filters['divided_by'] as Filter;

/**
 * Creates a Liquid engine for untrusted templates: no file access, no way around escaping, and a time limit of about
 * one second.
 *
 * The allowance of a message (template.ts) counts nodes and time, but Liquid checks it only between two nodes. Liquid
 * counts memory (`memoryLimit`, in characters and list items) only in some filters, so one expression could run for
 * hours. Here every filter, comparison, `case` and `capture` is charged for what it reads, which bounds the work
 * between two time checks. Dates are in UTC unless the template names a timezone.
 * @param output `html` escapes values and marks them as values (value-marks.ts), `slot` only marks them, `text` does
 * neither
 */
export function createEngine(output: keyof typeof outputs): Liquid {
  const engine = new Liquid({
    templates: {},
    dynamicPartials: false,
    strictFilters: true,
    ownPropertyOnly: true,
    timezoneOffset: 'UTC',
    locale: 'en-US',
    parseLimit: 1_000_000,
    memoryLimit: 500_000,
    operators: payingOperators(),
    outputEscape: outputs[output],
  });
  for (const name of refusedTags) delete engine.tags[name];
  for (const [name, filter] of Object.entries(engine.filters)) {
    if (refusedFilters.includes(name) || runsExpression.test(name)) delete engine.filters[name];
    else if (typeof filter === 'function') engine.filters[name] = payingFilter(name, filter);
  }
  engine.filters['divided_by'] = payingFilter('divided_by', divideIntegers);
  if (output === 'slot') for (const name of escapingFilters) engine.filters[name] = (value: unknown) => value;
  engine.registerTag('capture', PayingCapture);
  engine.registerTag('case', PayingCase);
  return engine;
}

const paidText = (context: Context, value: unknown): string => {
  pay(context, value);
  return printable(context, value);
};

const outputs = {
  html: function escapesAndMarks(value) {
    if (value instanceof CapturedText) return value.source;
    return marked(String(escapeOnce.call(this, paidText(this.context, value))));
  },
  slot: function marks(value) {
    return value instanceof CapturedText ? value.source : marked(paidText(this.context, value));
  },
  text: function prints(value) {
    return this.context instanceof OmittingContext ? paidText(this.context, value) : (value as string);
  },
} satisfies Record<string, Filter>;

/** The text of a `capture`. Filters and comparisons read it without marks; its output keeps them. */
class CapturedText extends Drop {
  constructor(readonly source: string) {
    super();
  }
  override valueOf(): string {
    return withoutMarks(this.source);
  }
  get size(): number {
    return this.valueOf().length;
  }
}

const uncaptured = (value: unknown): unknown => (value instanceof CapturedText ? value.valueOf() : value);

/** Divides. With `integers: true`, two integers are divided without a remainder, as in Ruby's Liquid. */
const divideIntegers: Filter = function divides(dividend, divisor, option) {
  const isRuby = Array.isArray(option) && option[0] === 'integers' && option[1] === true;
  const areIntegers = [dividend, divisor].every((number) => /^\s*-?\d+\s*$/.test(String(number)));
  return divide.call(this, dividend, divisor, isRuby ? areIntegers : option) as unknown;
};

/**
 * Charges for a value's characters and items, including nested ones.
 * @returns the charged amount
 */
function pay(context: Context, value: unknown, times = 1): number {
  const size = typeof value === 'string' || Array.isArray(value) ? value.length + 1 : 1;
  context.memoryLimit.use(size * times);
  if (!Array.isArray(value)) return size;
  return value.reduce<number>((sum, item) => sum + pay(context, item, times), size);
}

function payingFilter(name: string, filter: Filter): Filter {
  return function pays(captured, ...given) {
    const [value, ...options] = [captured, ...given].map(uncaptured);
    if (name === 'date' && String(options[0] ?? '').length > longestDateFormat)
      throw new Error('date format is too long');
    const read = options.reduce<number>((sum, option) => sum + pay(this.context, option), 1);
    pay(this.context, value, perItemFilters.has(name) ? read : 1);
    const isShown = this.context instanceof OmittingContext;
    if (isShown && jsonFilters.has(name) && (toValue(value) ?? null) === null) {
      omit(this.context, 'missing');
      return '';
    }
    const takesObjects = !isShown || perItemFilters.has(name) || objectFilters.has(name);
    const input = takesObjects
      ? [value, ...options]
      : [value, ...options].map((one) => withoutObjects(this.context, one));
    return filter.apply(this, input as Parameters<Filter>) as unknown;
  };
}

function payingOperators(): Operators {
  const paying = Object.entries(defaultOperators)
    .filter(([name]) => name !== 'not')
    .map(([name, compare]) => [
      name,
      (left: unknown, right: unknown, context: Context) => {
        pay(context, uncaptured(left));
        pay(context, uncaptured(right));
        return compare(uncaptured(left), uncaptured(right), context);
      },
    ]);
  return { ...defaultOperators, ...(Object.fromEntries(paying) as Operators) };
}

class PayingCapture extends CaptureTag {
  override *render(context: Context): ReturnType<CaptureTag['render']> {
    yield* super.render(context);
    const scope = context.bottom() as Record<string, unknown>;
    pay(context, scope[this.variable]);
    scope[this.variable] = new CapturedText(String(scope[this.variable]));
  }
}

class PayingCase extends CaseTag {
  override *render(context: Context, emitter: Emitter): ReturnType<Tag['render']> & Generator<unknown, void, unknown> {
    const comparisons = this.branches.reduce((sum, { values }) => sum + values.length, 0);
    pay(context, toValue(yield this.value.value(context)), comparisons);
    yield* super.render(context, emitter);
  }
}
