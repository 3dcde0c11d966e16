import { Context, Tokenizer, TypeGuards, type Liquid, type Template } from 'liquidjs';
import { createEngine } from './liquid-engine';
import { OmittingContext } from './printable';
import { referencesIn, type Reference } from './references';
import { withoutMarks } from './value-marks';

/** Reads one template of a message, renders it within the message's allowance, and finds its references. */

/** A template cannot be read or rendered. `field` is the slot (`slots.body`), `html` or `text` that contains it. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** A value would appear in a forbidden place. The error message names the place, never the value. */
export class UnsafeValueError extends TemplateError {}

const engines = { html: createEngine('html'), slot: createEngine('slot'), text: createEngine('text') };
const textEngine = engines.text;
/**
 * The most characters in a rendered field. Liquid does not charge for literal text in a loop, and mail servers refuse
 * messages of megabytes.
 */
const longestOutput = 1_000_000;
/**
 * The most outputs and tags in a template. Liquid's parser removes them from the front of a list, which takes quadratic
 * time.
 */
const maxTags = 5_000;

/** The shared budget of all fields of a message. */
export interface Allowance {
  limits: AllowanceLimits;
  use(count: number): void;
  check(nowMs: number): void;
}

/** The limits of a message. */
export interface AllowanceLimits {
  /** The most outputs and tags that may run. Each takes a few microseconds; the time limit ends expensive ones. */
  nodes: number;
  ms: number;
  /** The most characters and items that the filters and comparisons of a part may read. */
  memory: number;
  /** The most characters of rendered HTML, or of a webhook's body and headers. */
  output: number;
  /** The most tracked links, because each must be signed, and the most tags of a slot. */
  links: number;
}

/** The limits for rendering on an event loop, where others wait. A message that needs more is rendered in a thread. */
export const loopLimits: AllowanceLimits = { nodes: 1_000, ms: 15, memory: 50_000, output: 20_000, links: 200 };

/** The limits for rendering in a thread, where only the owner waits. These are the default. */
export const threadLimits: AllowanceLimits = {
  nodes: 20_000,
  ms: 1_000,
  memory: 500_000,
  output: Infinity,
  links: Infinity,
};

/** Checks whether a message was refused only for its cost, so a larger allowance might render it. */
export const isLimitExceeded = (error: unknown): boolean =>
  error instanceof TemplateError && error.message.includes('limit exceeded');

/** Returns the CPU time that this process has used, with all its threads, in milliseconds. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Creates the allowance of a message. Liquid checks it before each node, and passes the current time. A message is
 * refused only if both the clock and the CPU time exceed the limit, because a busy or paused machine does not make it
 * expensive.
 * @param usedMs returns the CPU time of this process, in milliseconds
 */
export function createAllowance(limits: AllowanceLimits = threadLimits, usedMs: () => number = processorMs): Allowance {
  let nodes = 0;
  let began: { atMs: number; usedMs: number } | null = null;
  return {
    limits,
    use: () => undefined,
    check(nowMs) {
      began ??= { atMs: nowMs, usedMs: usedMs() };
      nodes += 1;
      const isOverLimit = nowMs - began.atMs > limits.ms && usedMs() - began.usedMs > limits.ms;
      if (nodes > limits.nodes || isOverLimit) throw new Error('template render limit exceeded');
    },
  };
}

type Rendering = ConstructorParameters<typeof Context>[3];

export interface Field {
  field: string;
  source: string;
  /** `html`: values are escaped and between marks (value-marks.ts). `slot`: they are only between marks. */
  output: keyof typeof engines;
  /** Called with each reason why a value was not printed. Omitted for fields that no person reads. */
  onOmission?: (reason: string) => void;
}

/**
 * Renders a field.
 * @throws TemplateError if Liquid refuses the template, or if it takes too long or its output is too large
 */
export function renderField(given: Field, scope: object, allowance: Allowance): string {
  const { field, onOmission } = given;
  // Only the engine may add marks.
  const source = given.output === 'text' ? given.source : withoutMarks(given.source);
  if (isLiteral(source)) return withinLength(field, source);
  const engine = engines[given.output];
  const ContextClass = onOmission === undefined ? Context : OmittingContext;
  let output: string;
  try {
    // Pass a copy, because `increment` modifies the scope and the next field would see the change.
    const limits = { renderLimit: allowance, liquid: engine } as unknown as Rendering;
    const context = new ContextClass(
      { ...scope },
      engine.options,
      { sync: true, memoryLimit: allowance.limits.memory },
      limits,
    );
    output = String(engine.renderSync(parsed(engine, source), context));
    if (context instanceof OmittingContext) context.omitted.forEach((reason) => onOmission?.(reason));
  } catch (error) {
    throw new TemplateError(field, reasonOf(error));
  }
  return withinLength(field, output);
}

/**
 * Returns why a template cannot be saved: Liquid cannot read it (with line and column), or it is too expensive. Null if
 * it can.
 */
export function templateProblem(source: string): string | null {
  try {
    savedReferencesOf('', source);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * Returns the paths that a template reads and does not assign itself, in their original spelling.
 * @throws TemplateError as {@link renderField}, and if it has too many parts
 */
export function referencesOf(field: string, source: string): Reference[] {
  if (isLiteral(source)) return [];
  try {
    return referencesIn(parsed(textEngine, source));
  } catch (error) {
    throw new TemplateError(field, reasonOf(error));
  }
}

/** Counts the characters between delimiters, which determine the cost of reading a template. */
export function codeLength(source: string): number {
  let length = 0;
  for (let at = source.indexOf('{'); at !== -1; at = source.indexOf('{', at)) {
    const end = source[at + 1] === '{' ? '}}' : source[at + 1] === '%' ? '%}' : null;
    if (end === null) at += 1;
    else {
      const close = source.indexOf(end, at + 2);
      if (close === -1) return length + source.length - at;
      length += close - at;
      at = close + 2;
    }
  }
  return length;
}

/**
 * Returns a template with `replacement` in place of each output, and without its tags. Comments are removed too.
 * @throws Error if Liquid cannot read it
 */
export function withoutLiquid(source: string, replacement: string): string {
  if (isLiteral(source)) return source;
  const written = source.replace(/\{%-?\s*comment\b[^]*?\{%-?\s*endcomment\s*-?%\}/g, ' ');
  return new Tokenizer(written)
    .readTopLevelTokens()
    .map((token) => {
      if (TypeGuards.isHTMLToken(token)) return token.getContent();
      return TypeGuards.isOutputToken(token) ? replacement : ' ';
    })
    .join('');
}

const isLiteral = (source: string): boolean => !source.includes('{{') && !source.includes('{%');

function withinLength(field: string, output: string): string {
  if (output.length > longestOutput) throw new TemplateError(field, `renders more than ${longestOutput} characters`);
  return output;
}

/** Parsed templates by source. The least recently used are dropped first. */
const kept = new Map<Liquid, Map<string, Template[]>>(Object.values(engines).map((engine) => [engine, new Map()]));
const maxKept = 1_000;
/** Longer templates are parsed each time, because a thousand of them would use too much memory. */
const longestKept = 20_000;

function parsed(engine: Liquid, source: string): Template[] {
  const cache = kept.get(engine) as Map<string, Template[]>;
  const known = cache.get(source);
  if (known !== undefined) {
    cache.delete(source);
    cache.set(source, known);
    return known;
  }
  assertFewTags(source);
  const entry = engine.parse(source);
  if (source.length <= longestKept) {
    cache.set(source, entry);
    if (cache.size > maxKept) cache.delete(cache.keys().next().value as string);
  }
  return entry;
}

function assertFewTags(source: string): void {
  if ((source.match(/\{[{%]/g) ?? []).length > maxTags) throw new Error(`more than ${maxTags} outputs and tags`);
}

/** The most characters between delimiters in a template to save. Reading them is the most expensive part. */
const longestCode = 60_000;

/**
 * Does the same as {@link referencesOf}, with stricter limits for a template to save.
 * @throws TemplateError as that, and if its Liquid is too long
 */
export function savedReferencesOf(field: string, source: string): Reference[] {
  try {
    assertFewTags(source);
    if (codeLength(source) > longestCode) {
      throw new Error(`has more than ${longestCode} characters of Liquid: simplify it`);
    }
  } catch (error) {
    throw new TemplateError(field, reasonOf(error));
  }
  return referencesOf(field, source);
}

const reasonOf = (error: unknown): string =>
  messageOf(error).startsWith('Maximum call stack') ? 'is nested too deeply' : messageOf(error);

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? '';
