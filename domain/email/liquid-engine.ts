import {
  CaptureTag,
  CaseTag,
  defaultOperators,
  filters,
  Liquid,
  toValue,
  type Context,
  type Emitter,
  type Operators,
  type Tag,
} from 'liquidjs';
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
const longestDateFormat = 200;
/** Escapes only what is not yet escaped. Text may already be escaped by `capture` or by the template itself. */
const escapeOnce = filters['escape_once'] as Filter;

/**
 * Creates a Liquid engine for untrusted templates: no file access, no way around escaping, and a time limit of about
 * one second.
 *
 * The allowance of a message (template.ts) counts nodes and time, but Liquid checks it only between two nodes. Liquid
 * counts memory (`memoryLimit`, in characters and list items) only in some filters, so one expression could run for
 * hours. Here every filter, comparison, `case` and `capture` is charged for what it reads, which bounds the work
 * between two time checks. Dates are in UTC unless the template names a timezone.
 * @param escapeOutput whether to escape values for HTML; `marked` also marks them as values (value-marks.ts)
 */
export function createEngine(escapeOutput: boolean | 'marked'): Liquid {
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
    ...(escapeOutput === false ? {} : { outputEscape: escapeOutput === 'marked' ? escapeAndMark : escapeOnce }),
  });
  for (const name of refusedTags) delete engine.tags[name];
  for (const [name, filter] of Object.entries(engine.filters)) {
    if (refusedFilters.includes(name) || runsExpression.test(name)) delete engine.filters[name];
    else if (typeof filter === 'function') engine.filters[name] = payingFilter(name, filter);
  }
  engine.registerTag('capture', PayingCapture);
  engine.registerTag('case', PayingCase);
  return engine;
}

const escapeAndMark: Filter = function marks(value) {
  return marked(String(escapeOnce.call(this, value)));
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
  return function pays(value, ...options) {
    if (name === 'date' && String(options[0] ?? '').length > longestDateFormat)
      throw new Error('date format is too long');
    const read = options.reduce<number>((sum, option) => sum + pay(this.context, option), 1);
    pay(this.context, value, perItemFilters.has(name) ? read : 1);
    return filter.call(this, value, ...options) as unknown;
  };
}

function payingOperators(): Operators {
  const paying = Object.entries(defaultOperators)
    .filter(([name]) => name !== 'not')
    .map(([name, compare]) => [
      name,
      (left: unknown, right: unknown, context: Context) => {
        pay(context, left);
        pay(context, right);
        return compare(left, right, context);
      },
    ]);
  return { ...defaultOperators, ...(Object.fromEntries(paying) as Operators) };
}

class PayingCapture extends CaptureTag {
  override *render(context: Context): ReturnType<CaptureTag['render']> {
    yield* super.render(context);
    const scope = context.bottom() as Record<string, unknown>;
    pay(context, scope[this.variable]);
    // Filters and comparisons see the plain text. It is marked again when it is output.
    scope[this.variable] = withoutMarks(String(scope[this.variable]));
  }
}

class PayingCase extends CaseTag {
  override *render(context: Context, emitter: Emitter): ReturnType<Tag['render']> & Generator<unknown, void, unknown> {
    const comparisons = this.branches.reduce((sum, { values }) => sum + values.length, 0);
    pay(context, toValue(yield this.value.value(context)), comparisons);
    yield* super.render(context, emitter);
  }
}
