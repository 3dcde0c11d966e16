import { toValueSync, TypeGuards, Value, type Template, type Token } from 'liquidjs';

/** The start of a path, up to a list index or a part that is known only when rendered (`a[b].c`). */
export type Reference = readonly string[];

/** The most names reported of one path. Values are less deep than this. */
const longestPath = 20;
/** The most values, tags and outputs in a template. Hundreds are already many; this many are a sign of abuse. */
const maxParts = 10_000;

/**
 * Returns the distinct paths that parsed templates read and do not assign themselves, in their original spelling.
 *
 * Liquid's own analysis counts the lines before each variable, which is quadratic in a template's length. This one
 * visits each part of a template once.
 * @throws Error for templates of more than {@link maxParts} parts
 */
export function referencesIn(templates: readonly Template[]): Reference[] {
  const walk: Walk = { parts: 0, locals: new Set(), blocks: new Map(), paths: new Map() };
  visit(walk, templates);
  return [...walk.paths.values()];
}

interface Walk {
  parts: number;
  /**
   * Names assigned so far. They stay visible for the rest of the template, even outside the block that assigns them.
   */
  locals: Set<string>;
  /** The number of enclosing blocks that define each name, such as loops with their item. */
  blocks: Map<string, number>;
  paths: Map<string, Reference>;
}

type Argument = ReturnType<NonNullable<Template['arguments']>> extends Iterable<infer One> ? One : never;

function visit(walk: Walk, templates: readonly Template[]): void {
  for (const template of templates) {
    if (!TypeGuards.isHTMLToken(template.token)) count(walk);
    for (const argument of template.arguments?.() ?? []) readValues(walk, argument);
    for (const name of template.localScope?.() ?? []) walk.locals.add(name.content);
    visitChildren(walk, template);
  }
}

function visitChildren(walk: Walk, template: Template): void {
  if (template.children === undefined) return;
  const names = [...(template.blockScope?.() ?? [])];
  const name = (by: 1 | -1): void => names.forEach((one) => walk.blocks.set(one, (walk.blocks.get(one) ?? 0) + by));
  name(1);
  visit(walk, toValueSync<Template[]>(template.children(false, true)));
  name(-1);
}

function count(walk: Walk): void {
  walk.parts += 1;
  if (walk.parts > maxParts) throw new Error(`has more than ${maxParts} values, outputs and tags: simplify it`);
}

/** Avoids recursion, because an author can nest values to any depth. */
function readValues(walk: Walk, argument: Argument): void {
  const waiting = argument instanceof Value ? partsOf(argument) : [argument];
  for (let token = waiting.pop(); token !== undefined; token = waiting.pop()) {
    if (!TypeGuards.isWordToken(token)) count(walk);
    for (const part of insideOf(token)) waiting.push(part);
    if (TypeGuards.isPropertyAccessToken(token) && token.variable === undefined) keep(walk, token.props);
  }
}

function insideOf(token: Token): readonly Token[] {
  if (TypeGuards.isRangeToken(token)) return [token.lhs, token.rhs];
  if (TypeGuards.isFilteredValueToken(token)) return partsOf(token);
  if (!TypeGuards.isPropertyAccessToken(token)) return [];
  return token.variable === undefined ? token.props : [token.variable, ...token.props];
}

/** Returns the parts of an expression and its filters. */
function partsOf({ initial, filters }: FilteredValue): Token[] {
  const options = filters.flatMap(({ args }): (Token | undefined)[] =>
    args.map((option) => (Array.isArray(option) ? option[1] : option)),
  );
  return [...initial.postfix, ...options.filter((part) => part !== undefined)];
}

interface FilteredValue {
  initial: { postfix: readonly Token[] };
  filters: readonly Pick<Value['filters'][number], 'args'>[];
}

function keep(walk: Walk, [root, ...properties]: readonly Token[]): void {
  const name = root === undefined ? null : nameOf(root);
  if (name === null || walk.locals.has(name) || (walk.blocks.get(name) ?? 0) > 0) return;
  const path = [name];
  for (const property of properties.slice(0, longestPath - 1)) {
    const next = nameOf(property);
    if (next === null) break;
    path.push(next);
  }
  walk.paths.set(JSON.stringify(path), path);
}

const nameOf = (token: Token): string | null =>
  TypeGuards.isQuotedToken(token) || TypeGuards.isWordToken(token) ? token.content : null;
