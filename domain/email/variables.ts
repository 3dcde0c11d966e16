import { isObject } from '../json/is-object';
import type { ErrorDetail } from '../errors';
import { httpUrlOf } from './http-url';

/**
 * Variables of a transactional message: text, numbers, booleans, and objects of these.
 */

type Leaf = string | number | boolean;

/** The value of a name, with all spellings that the caller used. */
interface Entry {
  value: Leaf | Tree;
  spellings: Set<string>;
}
/** Names in snake_case, the canonical form. */
type Tree = Map<string, Entry>;

const deepest = 5;
const maxValues = 1_000;
const maxCharacters = 200_000;
const maxProblems = 100;
const longestKey = 100;
const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Converts `firstName` to `first_name`. Names in other formats stay unchanged. */
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

/**
 * Finds all problems with variables: unsupported types, names given twice with different values (`first_name` and
 * `firstName`, `a.b` and `a: { b }`), addresses that are not absolute, and too many or too large values.
 */
export function variableProblems(variables: Record<string, unknown>): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  treeOf(variables, problems);
  return problems.slice(0, maxProblems);
}

/**
 * Creates the scope for templates, with each name in snake_case, in camelCase and in its original spelling. The
 * variables must have no problems.
 */
export const scopeOf = (variables: Record<string, unknown>): Record<string, unknown> =>
  scopeOfTree(treeOf(variables, []));

/** Returns the value at a path of names in either spelling; undefined if there is none. */
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

/** Returns the value that Liquid finds for a name in a list. */
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
  // The original spelling has priority over derived ones: `line2` next to `line_2`.
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
  if (walk.values > maxValues) problems.push({ path: '', message: `There must be at most ${maxValues} values.` });
  if (walk.characters > maxCharacters) {
    problems.push({ path: '', message: `The values must be at most ${maxCharacters} characters in total.` });
  }
  return tree;
}

function take(walk: Walk, tree: Tree, variables: Record<string, unknown>, above: readonly string[]): void {
  for (const [key, value] of Object.entries(variables)) {
    const names = key.split('.');
    const path = [...above, ...names];
    // Input beyond the limits is refused as a whole, so the rest need not be read.
    if (walk.values > maxValues || walk.problems.length > maxProblems) return;
    const problem =
      keyProblem(key, names) ?? (path.length > deepest ? `Names can be nested at most ${deepest} levels deep.` : null);
    if (problem !== null) {
      walk.problems.push({ path: [...above, key.slice(0, longestKey)].join('.'), message: problem });
      continue;
    }
    put(walk, tree, { names, path, value });
  }
}

function keyProblem(key: string, names: readonly string[]): string | null {
  if (key.length > longestKey) return `A name must be at most ${longestKey} characters.`;
  if (names.some((name) => name === '')) return 'A name must not be empty.';
  if (names.some((name) => prototypeKeys.has(name))) return 'This name is reserved.';
  return null;
}

function put(walk: Walk, tree: Tree, given: { names: string[]; path: string[]; value: unknown }): void {
  const { names, path, value } = given;
  const fail = (message: string): unknown => walk.problems.push({ path: path.join('.'), message });
  const parents = names.slice(0, -1);
  let branch: Tree | null = tree;
  for (const name of parents) branch = branch === null ? null : branchAt(branch, name);
  if (branch === null) return void fail('This name is used for both a value and an object.');
  const last = names.at(-1) as string;
  if (isObject(value)) {
    const below = branchAt(branch, last);
    if (below === null) return void fail('This name is used for both a value and an object.');
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
  if (known.value !== value) fail('This name is used twice, with different values.');
}

/** Returns the branch of a name, and creates it if necessary; null if the name has a value. */
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
    return 'A value must be a string, a number, a boolean or an object of these.';
  }
  const isAddress = snakeCase(name).endsWith('_url');
  if (isAddress && httpUrlOf(String(value)) === null) return 'The value must be an absolute http or https URL.';
  return null;
}
