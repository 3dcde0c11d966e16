import type { BundleDraft } from './bundle-draft';
import { isObject } from '../../json/is-object';
import { textOf, type JsonRecord } from './read-json';
import type { Severity } from './schemas';

/**
 * Defines how the import treats the fields of a provider's published schema. A path includes everything below it:
 * `a.b`, `list[].a`, `map.*.a`. Fields without an entry are noted as unknown, so nothing is dropped silently.
 */
export interface FieldTable {
  /** Read by the translation, which notes what it cannot express. */
  mapped: readonly string[];
  /** Can be ignored without loss: the provider's own ids, times, figures and switches. */
  harmless: readonly string[];
  /** Left out, with the reason. */
  unmapped: readonly { severity: Severity; reason: string; paths: readonly string[] }[];
  /** Parts that the translation has already noted as a whole. */
  isOpaque?: (part: JsonRecord) => boolean;
}

/** Reasons shared by several providers. */
export const reasons = {
  sender: 'Messages use the sender of the workspace. Set it in the workspace settings.',
  copies: 'Copies to other addresses are not sent.',
  links: 'Links get no campaign parameters. Add them to the links in the HTML.',
  reports: 'Opens and clicks are tracked unless tracking is off for the communication.',
} as const;

type Fate = 'known' | { severity: Severity; reason: string };

/** Notes every non-empty field of an export that is not read. */
export function noteUnread(draft: BundleDraft, exported: JsonRecord, table: FieldTable): void {
  const fates = new Map<string, Fate>([...table.mapped, ...table.harmless].map((path) => [path, 'known']));
  for (const { paths, ...fate } of table.unmapped) for (const path of paths) fates.set(path, fate);
  const parents = new Set([...fates.keys()].flatMap(parentsOf));
  const walk: Walk = { draft, fates, parents, ids: new Set(table.mapped), isOpaque: table.isOpaque ?? (() => false) };
  visit(walk, { value: exported, path: '', patterns: [''], sourceId: '' });
}

interface Walk {
  draft: BundleDraft;
  fates: ReadonlyMap<string, Fate>;
  parents: ReadonlySet<string>;
  /** Paths of the ids that identify parts of the export. */
  ids: ReadonlySet<string>;
  isOpaque: (part: JsonRecord) => boolean;
}

interface Field {
  value: unknown;
  path: string;
  /** The table entries that may match the field. */
  patterns: readonly string[];
  /** The id of the nearest part that has one. */
  sourceId: string;
}

function visit(walk: Walk, { value, path, patterns, sourceId }: Field): void {
  if (isEmptyValue(value)) return;
  const fate = patterns.map((pattern) => walk.fates.get(pattern)).find((one) => one !== undefined);
  if (fate === 'known') return;
  const place = { sourceId, path };
  if (fate !== undefined) return walk.draft.note(fate.severity, place, fate.reason);
  if (!patterns.some((pattern) => pattern === '' || walk.parents.has(pattern))) {
    return walk.draft.note('warning', place, 'This field is unknown and was ignored.');
  }
  if (Array.isArray(value)) {
    const items = patterns.map((pattern) => `${pattern}[]`);
    value.forEach((item, index) => visit(walk, { value: item, path: `${path}.${index}`, patterns: items, sourceId }));
  } else if (isObject(value) && !walk.isOpaque(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const names = patterns.flatMap((pattern) => [joined(pattern, name), joined(pattern, '*')]);
      const isPart = patterns.some((pattern) => walk.ids.has(joined(pattern, 'id')));
      const id = (isPart ? textOf(value['id']) : null) ?? sourceId;
      visit(walk, { value: inner, path: joined(path, name), patterns: names, sourceId: id });
    }
  }
}

const joined = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`);

/** An absent field means off, so false and 0 count as empty too. */
const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) && value.every(isEmptyValue)) ||
  (isObject(value) && Object.values(value).every(isEmptyValue));

/** Returns the parent paths: `a[].b.c` is below `a[].b`, `a[]` and `a`. */
function parentsOf(path: string): string[] {
  const parts = path.split(/(?=\[\])|\./);
  return parts
    .slice(1)
    .map((_, index) =>
      parts.slice(0, index + 1).reduce((path, part) => (part === '[]' ? `${path}[]` : `${path}.${part}`)),
    );
}

/** Returns paths with a common parent: `below('a', 'b c')` is `a.b` and `a.c`. */
export const below = (parent: string, names: string): string[] => names.split(' ').map((name) => `${parent}.${name}`);
