import { apexRoots, localName } from './liquid-text';
import type { Value, ValueType } from './django-values';
import { postalAddress, Untranslatable, unknownVariable } from './untranslatable';

/** Maps the variables of Klaviyo's templates. */

/** Profile properties that templates use without `person`. */
const profileNames = new Set('first_name last_name phone_number organization title'.split(' '));
/** Properties that always contain text. */
const textNames = new Set([...profileNames, 'email', 'city', 'region', 'country', 'zip', 'timezone', 'full_name']);

const loopNames: Record<string, [name: string, type: ValueType]> = {
  counter: ['index', 'number'],
  counter0: ['index0', 'number'],
  revcounter: ['rindex', 'number'],
  revcounter0: ['rindex0', 'number'],
  first: ['first', 'boolean'],
  last: ['last', 'boolean'],
};

/** The names that loops and `with` blocks define. */
export class KlaviyoVariables {
  private readonly scopes: ReadonlyMap<string, string>[] = [];
  private readonly assigned = new Map<string, string>();

  /** Adds the names of a block, each with its path in Liquid. */
  enter(names: ReadonlyMap<string, string>): void {
    this.scopes.push(names);
  }

  leave(): void {
    this.scopes.pop();
  }

  /** Adds a name for the rest of the template, and returns its name in Liquid. */
  assign(name: string): string {
    this.assigned.set(name, localName(name));
    return localName(name);
  }

  /** @throws Untranslatable for variables that Apex does not have */
  find(path: readonly string[]): Value {
    const [root = '', ...rest] = path;
    const known = this.scopes.findLast((scope) => scope.has(root))?.get(root) ?? this.assigned.get(root);
    if (known !== undefined) return valueAt(path, known, rest);
    return rest.length === 0 ? plainVariable(path, root) : profileOrEvent(path, root, rest);
  }
}

function profileOrEvent(path: readonly string[], root: string, rest: readonly string[]): Value {
  switch (root) {
    case 'forloop':
      return loopVariable(path);
    case 'person':
      return personValue(path, rest);
    case 'event':
      return valueAt(path, 'event.data', rest);
    case 'organization':
      throw organization(rest);
    default:
      throw unknownVariable(path.join('.'));
  }
}

function plainVariable(path: readonly string[], root: string): Value {
  if (root === 'email') return { base: 'email', filters: '', type: 'text', path };
  if (profileNames.has(root)) return { ...valueAt(path, 'attributes', path), type: 'text' };
  // `person` and `event` alone are only the start of a lookup.
  if (root === 'person' || root === 'event') return { base: 'nil', filters: '', type: 'any', path };
  throw unknownVariable(root);
}

function personValue(path: readonly string[], rest: readonly string[]): Value {
  const [name = ''] = rest;
  if (rest.length === 1 && /^\$?email$/.test(name)) return { base: 'email', filters: '', type: 'text', path };
  if (rest.length === 1 && name === '$timezone') return { base: 'timezone', filters: '', type: 'text', path };
  const isText = rest.length === 1 && textNames.has(name.replace(/^\$/, ''));
  return { ...valueAt(path, 'attributes', rest), ...(isText ? { type: 'text' as const } : {}) };
}

function loopVariable(path: readonly string[]): Value {
  const [name, type] = (path.length === 2 ? loopNames[path[1] as string] : undefined) ?? [];
  if (name === undefined || type === undefined) throw unknownVariable(path.join('.'));
  return { base: `forloop.${name}`, filters: '', type };
}

const organization = (rest: readonly string[]): Untranslatable =>
  /address|city|region|zip|country/.test(rest.join('.'))
    ? postalAddress()
    : new Untranslatable('Enter the text from your Klaviyo account instead.');

const valueAt = (path: readonly string[], root: string, rest: readonly string[]): Value => ({
  base: root + rest.map(segment).join(''),
  filters: '',
  type: 'any',
  path,
});

function segment(name: string): string {
  if (/^\d+$/.test(name)) return `[${name}]`;
  return /^[A-Za-z_][\w-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Returns a name for a template variable that does not hide a variable of Apex. */
export const blockName = (name: string): string => (apexRoots.has(name) ? localName(name) : name);
