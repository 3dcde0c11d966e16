import { Context, type Liquid, type Template } from 'liquidjs';
import { createEngine } from './liquid-engine';
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
  use(count: number): void;
  check(nowMs: number): void;
}

/** Outputs and tags that one message may run. They cost some microseconds each; what is heavier, the clock ends. */
const mostNodes = 20_000;
/** A request gets its answer within 250 ms, also on a machine that is busy. */
const longestMs = 150;

/** An allowance for a message. Liquid asks it before each node, and brings the time along. */
export function createAllowance(): Allowance {
  let nodes = 0;
  let beganMs: number | null = null;
  return {
    use: () => undefined,
    check(nowMs) {
      beganMs ??= nowMs;
      nodes += 1;
      if (nodes > mostNodes || nowMs - beganMs > longestMs) throw new Error('template render limit exceeded');
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
    const context = new Context({ ...scope }, engine.options, { sync: true }, limits);
    output = String(engine.renderSync(parsed(engine, source).template, context));
  } catch (error) {
    throw new TemplateError(field, reasonOf(error));
  }
  return withinLength(field, output);
}

/** Why Liquid cannot read a template, with line and column; null when it can. */
export function syntaxProblem(source: string): string | null {
  try {
    parsed(textEngine, source);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The paths that a template reads and does not make itself, as it spells them. @throws TemplateError as {@link renderField} */
export function referencesOf(field: string, source: string): readonly (readonly string[])[] {
  if (isLiteral(source)) return [];
  try {
    const entry = parsed(textEngine, source);
    entry.references ??= textEngine.globalVariableSegmentsSync(entry.template).map(staticPath);
    return entry.references;
  } catch (error) {
    throw new TemplateError(field, reasonOf(error));
  }
}

/** The beginning of a path up to what only rendering can tell (`a[b].c`) or a place in a list. */
function staticPath(segments: readonly unknown[]): string[] {
  const end = segments.findIndex((segment) => typeof segment !== 'string');
  return (end === -1 ? segments : segments.slice(0, end)) as string[];
}

const isLiteral = (source: string): boolean => !source.includes('{{') && !source.includes('{%');

function withinLength(field: string, output: string): string {
  if (output.length > longestOutput) throw new TemplateError(field, `renders more than ${longestOutput} characters`);
  return output;
}

interface ParsedTemplate {
  template: Template[];
  references?: string[][];
}

/** Templates that were read, by their source; those used longest ago make room. */
const kept = new Map<Liquid, Map<string, ParsedTemplate>>([
  [htmlEngine, new Map()],
  [textEngine, new Map()],
]);
const mostKept = 1_000;
/** Longer ones are read each time: a thousand of them would be much to keep. */
const longestKept = 20_000;

function parsed(engine: Liquid, source: string): ParsedTemplate {
  const cache = kept.get(engine) as Map<string, ParsedTemplate>;
  const known = cache.get(source);
  if (known !== undefined) {
    cache.delete(source);
    cache.set(source, known);
    return known;
  }
  if ((source.match(/\{[{%]/g) ?? []).length > mostTags) throw new Error(`more than ${mostTags} outputs and tags`);
  const entry: ParsedTemplate = { template: engine.parse(source) };
  if (source.length <= longestKept) {
    cache.set(source, entry);
    if (cache.size > mostKept) cache.delete(cache.keys().next().value as string);
  }
  return entry;
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? '';
