import { Context, type Liquid, type Template } from 'liquidjs';
import { createEngine } from './liquid-engine';
import { referencesIn, type Reference } from './references';
import { withoutMarks } from './value-marks';

/** One template of a message: reading it, rendering it within the message's allowance, and what it refers to. */

/** A template that cannot be read or rendered. `field` is the slot (`slots.body`), `html` or `text` it stands in. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** A message that would carry a value to where it must not stand. Its message names the place, never the value. */
export class UnsafeValueError extends TemplateError {}

const htmlEngine = createEngine('marked');
const textEngine = createEngine(false);
/** Characters of one rendered field. Literal text in a loop is free for Liquid, and mail servers refuse messages of megabytes. */
const longestOutput = 1_000_000;
/** Outputs and tags of one template: Liquid's reader takes them from the head of a list, which costs their number squared. */
const mostTags = 5_000;

/** What the fields of one message may cost together. */
export interface Allowance {
  limits: AllowanceLimits;
  use(count: number): void;
  check(nowMs: number): void;
}

/** What a message may cost. */
export interface AllowanceLimits {
  /** Outputs and tags that it may run. They cost some microseconds each; what is heavier, the clock ends. */
  nodes: number;
  ms: number;
  /** Characters and items that filters and comparisons of a part read. */
  memory: number;
  /** Characters of rendered html, or of what a webhook sends. */
  output: number;
  /** Links that are followed: each is signed. */
  links: number;
}

/** What a message may cost where others wait for it: an event loop. One that needs more is rendered in a thread. */
export const loopLimits: AllowanceLimits = { nodes: 1_000, ms: 15, memory: 50_000, output: 20_000, links: 200 };

/** What it may cost in a thread, for which only its owner waits; the default. */
export const threadLimits: AllowanceLimits = {
  nodes: 20_000,
  ms: 1_000,
  memory: 500_000,
  output: Infinity,
  links: Infinity,
};

/** Whether a message was refused for what it costs, so that one with a larger allowance may be rendered. */
export const isLimitExceeded = (error: unknown): boolean =>
  error instanceof TemplateError && error.message.includes('limit exceeded');

/** Milliseconds of processor that this process has used, with all of its threads. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * An allowance for a message. Liquid asks it before each node, and brings the time along. A message is refused when both the clock
 * and the processor say that it took too long: a machine that is busy or was paused has not made it costly.
 * @param usedMs says how much of the processor this process has used, in milliseconds
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
  /** Whether values are escaped, for html. */
  escaped: boolean;
}

/** Renders a field; in one that is escaped, values stand between marks (value-marks.ts). @throws TemplateError for one that Liquid refuses, that runs for too long or grows too large */
export function renderField(given: Field, scope: object, allowance: Allowance): string {
  const { field, escaped } = given;
  // The marks of values are ours alone.
  const source = escaped ? withoutMarks(given.source) : given.source;
  if (isLiteral(source)) return withinLength(field, source);
  const engine = escaped ? htmlEngine : textEngine;
  let output: string;
  try {
    // A copy, as `increment` writes into what it is given, and the next field would see it.
    const limits = { renderLimit: allowance, liquid: engine } as unknown as Rendering;
    const context = new Context(
      { ...scope },
      engine.options,
      { sync: true, memoryLimit: allowance.limits.memory },
      limits,
    );
    output = String(engine.renderSync(parsed(engine, source), context));
  } catch (error) {
    throw new TemplateError(field, reasonOf(error));
  }
  return withinLength(field, output);
}

/** What stands against saving a template: Liquid cannot read it (with line and column), or it is too costly. Null when nothing does. */
export function templateProblem(source: string): string | null {
  try {
    savedReferencesOf('', source);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The paths that a template reads and does not make itself, as it spells them. @throws TemplateError as {@link renderField}, and for one with too many parts */
export function referencesOf(field: string, source: string): Reference[] {
  if (isLiteral(source)) return [];
  try {
    return referencesIn(parsed(textEngine, source));
  } catch (error) {
    throw new TemplateError(field, reasonOf(error));
  }
}

/** Characters between delimiters: what reading a template costs. */
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

const isLiteral = (source: string): boolean => !source.includes('{{') && !source.includes('{%');

function withinLength(field: string, output: string): string {
  if (output.length > longestOutput) throw new TemplateError(field, `renders more than ${longestOutput} characters`);
  return output;
}

/** Templates that were read, by their source; those used longest ago make room. */
const kept = new Map<Liquid, Map<string, Template[]>>([
  [htmlEngine, new Map()],
  [textEngine, new Map()],
]);
const mostKept = 1_000;
/** Longer ones are read each time: a thousand of them would be much to keep. */
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
    if (cache.size > mostKept) cache.delete(cache.keys().next().value as string);
  }
  return entry;
}

function assertFewTags(source: string): void {
  if ((source.match(/\{[{%]/g) ?? []).length > mostTags) throw new Error(`more than ${mostTags} outputs and tags`);
}

/** Characters between delimiters, of one template that is to be saved. Reading them costs the most. */
const longestCode = 60_000;

/** {@link referencesOf} for a template that is to be saved, which is held to more. @throws TemplateError as that, and for long Liquid */
export function savedReferencesOf(field: string, source: string): Reference[] {
  try {
    assertFewTags(source);
    if (codeLength(source) > longestCode) {
      throw new Error(`has more than ${longestCode} characters of Liquid: make it simpler`);
    }
  } catch (error) {
    throw new TemplateError(field, reasonOf(error));
  }
  return referencesOf(field, source);
}

const reasonOf = (error: unknown): string =>
  messageOf(error).startsWith('Maximum call stack') ? 'is nested too deep' : messageOf(error);

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? '';
