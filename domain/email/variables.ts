import { isObject } from '../json/is-object';
import type { ErrorDetail } from '../errors';
import { isParsableUrl } from '../parsable-url';

/** Variables of a transactional message: text, numbers, true and false, and objects of those (specification, "Transactional email"). */

type Leaf = string | number | boolean;

/** What is below one name, under each spelling that it was given in. */
interface Entry {
  value: Leaf | Tree;
  spellings: Set<string>;
}
/** Names in snake_case, which is canonical. */
type Tree = Map<string, Entry>;

const deepest = 5;
const mostValues = 1_000;
const mostCharacters = 200_000;
const mostProblems = 100;
const longestKey = 100;
const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** `firstName` as `first_name`; names of another form stay as they are. */
export const snakeCase = (name: string): string =>
  /^[a-z][A-Za-z0-9]*$/.test(name)
    ? name
        .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
        .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
        .toLowerCase()
    : name;

const camelCase = (name: string): string =>
  /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(name)
    ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name;

/** Whether text is an absolute address of the web, and can stand in an attribute. */
export const isHttpUrl = (text: string): boolean => /^https?:\/\/[^\s"'<>]+$/i.test(text) && isParsableUrl(text);

/**
 * Everything that stands against rendering with these variables: values of other kinds, names that are given twice with different
 * values (`first_name` and `firstName`, `a.b` and `a: { b }`), addresses that are not absolute, too much of anything.
 */
export function variableProblems(variables: Record<string, unknown>): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  treeOf(variables, problems);
  return problems.slice(0, mostProblems);
}

/** What placeholders see: each name in snake_case, in camelCase and as it was given. Of variables without problems. */
export const scopeOf = (variables: Record<string, unknown>): Record<string, unknown> =>
  scopeOfTree(treeOf(variables, []));

/** The value behind a path of names in either spelling; undefined when there is none. */
export function valueAt(scope: Record<string, unknown>, path: readonly string[]): unknown {
  let value: unknown = scope;
  for (const [index, name] of path.entries()) {
    if (isObject(value)) {
      value = Object.hasOwn(value, name) ? value[name] : undefined;
      continue;
    }
    if (Array.isArray(value)) {
      value = itemAt(value, name);
      continue;
    }
    const isPartOfText = index === path.length - 1 && ['size', 'first', 'last'].includes(name);
    return isPartOfText ? value : undefined;
  }
  return value;
}

/** What Liquid finds behind a name in a list. */
function itemAt(list: readonly unknown[], name: string): unknown {
  if (name === 'first') return list[0];
  if (name === 'last') return list.at(-1);
  if (name === 'size') return list.length;
  return /^\d+$/.test(name) ? list[Number(name)] : undefined;
}

function scopeOfTree(tree: Tree): Record<string, unknown> {
  const scope = Object.create(null) as Record<string, unknown>;
  const entries = [...tree].map(
    ([name, { value, spellings }]) => [name, value instanceof Map ? scopeOfTree(value) : value, spellings] as const,
  );
  for (const [name, value] of entries) scope[name] = scope[camelCase(name)] = value;
  // What was given word for word counts more than what is derived: `line2` beside `line_2`.
  for (const [, value, spellings] of entries) for (const spelling of spellings) scope[spelling] = value;
  return scope;
}

interface Walk {
  problems: ErrorDetail[];
  values: number;
  characters: number;
}

function treeOf(variables: Record<string, unknown>, problems: ErrorDetail[]): Tree {
  const walk: Walk = { problems, values: 0, characters: 0 };
  const tree: Tree = new Map();
  take(walk, tree, variables, []);
  if (walk.values > mostValues) problems.push({ path: '', message: `There are more than ${mostValues} values.` });
  if (walk.characters > mostCharacters) {
    problems.push({ path: '', message: `The values have more than ${mostCharacters} characters together.` });
  }
  return tree;
}

function take(walk: Walk, tree: Tree, variables: Record<string, unknown>, above: readonly string[]): void {
  for (const [key, value] of Object.entries(variables)) {
    const names = key.split('.');
    const path = [...above, ...names];
    // What is beyond the limits is refused as a whole: no need to look at it.
    if (walk.values > mostValues || walk.problems.length > mostProblems) return;
    const problem = keyProblem(key, names) ?? (path.length > deepest ? `Names go at most ${deepest} deep.` : null);
    if (problem !== null) {
      walk.problems.push({ path: [...above, key.slice(0, longestKey)].join('.'), message: problem });
      continue;
    }
    put(walk, tree, { names, path, value });
  }
}

function keyProblem(key: string, names: readonly string[]): string | null {
  if (key.length > longestKey) return `A name has at most ${longestKey} characters.`;
  if (names.some((name) => name === '')) return 'A name is empty.';
  if (names.some((name) => prototypeKeys.has(name))) return 'This name is reserved.';
  return null;
}

function put(walk: Walk, tree: Tree, given: { names: string[]; path: string[]; value: unknown }): void {
  const { names, path, value } = given;
  const fail = (message: string): unknown => walk.problems.push({ path: path.join('.'), message });
  const parents = names.slice(0, -1);
  let branch: Tree | null = tree;
  for (const name of parents) branch = branch === null ? null : branchAt(branch, name);
  if (branch === null) return void fail('This name is given as a value and as an object.');
  const last = names.at(-1) as string;
  if (isObject(value)) {
    const below = branchAt(branch, last);
    if (below === null) return void fail('This name is given as a value and as an object.');
    return take(walk, below, value, path);
  }
  const problem = valueProblem(last, value);
  if (problem !== null) return void fail(problem);
  walk.values += 1;
  walk.characters += String(value).length;
  const known = branch.get(snakeCase(last));
  if (known === undefined)
    return void branch.set(snakeCase(last), { value: value as Leaf, spellings: new Set([last]) });
  known.spellings.add(last);
  if (known.value !== value) fail('This name is given twice, with different values.');
}

/** The branch below a name, made when there is none; null when the name has a value. */
function branchAt(tree: Tree, name: string): Tree | null {
  const known = tree.get(snakeCase(name));
  if (known !== undefined) {
    known.spellings.add(name);
    return known.value instanceof Map ? known.value : null;
  }
  const branch: Tree = new Map();
  tree.set(snakeCase(name), { value: branch, spellings: new Set([name]) });
  return branch;
}

function valueProblem(name: string, value: unknown): string | null {
  if (
    typeof value !== 'string' &&
    typeof value !== 'boolean' &&
    !(typeof value === 'number' && Number.isFinite(value))
  ) {
    return 'A value is text, a number, true or false, or an object of those.';
  }
  const isAddress = snakeCase(name).endsWith('_url');
  if (isAddress && !isHttpUrl(String(value)))
    return 'An address has to be absolute and begin with https:// or http://.';
  return null;
}
