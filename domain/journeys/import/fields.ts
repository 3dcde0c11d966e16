import type { BundleDraft } from './bundle-draft';
import { isObject } from '../../json/is-object';
import { textOf, type JsonRecord } from './read-json';
import type { Severity } from './schemas';

/**
 * What becomes of the fields of a provider's published schema. A path names a field with all below it: `a.b`, `list[].a`, `map.*.a`.
 * Whatever has no entry is noted as unknown: nothing is dropped silently.
 */
export interface FieldTable {
  /** Read by the translation, which says itself what it cannot express. */
  mapped: readonly string[];
  /** Nothing is lost: ids, times, figures and switches of the provider's own. */
  harmless: readonly string[];
  /** Left out, and why. */
  unmapped: readonly { severity: Severity; reason: string; paths: readonly string[] }[];
  /** Parts that the translation has noted as a whole. */
  isOpaque?: (part: JsonRecord) => boolean;
}

/** Reasons that several providers share. */
export const reasons = {
  sender: 'Messages go out in the name of the workspace: set its sender.',
  copies: 'Copies to further addresses are not sent.',
  links: 'Links get no campaign parameters: write them into the html.',
  reports: 'Opens and clicks are counted here unless the communication turns its tracking off.',
} as const;

type Fate = 'known' | { severity: Severity; reason: string };

/** Notes every field of an export that says something and is not read. */
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
  /** Ids among these name a part of the export. */
  ids: ReadonlySet<string>;
  isOpaque: (part: JsonRecord) => boolean;
}

interface Field {
  value: unknown;
  path: string;
  /** What may stand for it in the table. */
  patterns: readonly string[];
  /** Of the nearest part with an id. */
  sourceId: string;
}

function visit(walk: Walk, { value, path, patterns, sourceId }: Field): void {
  if (isEmptyValue(value)) return;
  const fate = patterns.map((pattern) => walk.fates.get(pattern)).find((one) => one !== undefined);
  if (fate === 'known') return;
  const place = { sourceId, path };
  if (fate !== undefined) return walk.draft.note(fate.severity, place, fate.reason);
  if (!patterns.some((pattern) => pattern === '' || walk.parents.has(pattern))) {
    return walk.draft.note('warning', place, 'This field is not known here: it was left out.');
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

/** Off is what a field is when it is not there. */
const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  value === 0 ||
  (Array.isArray(value) && value.every(isEmptyValue)) ||
  (isObject(value) && Object.values(value).every(isEmptyValue));

/** `a[].b.c` lies below `a[].b`, `a[]` and `a`. */
function parentsOf(path: string): string[] {
  const parts = path.split(/(?=\[\])|\./);
  return parts
    .slice(1)
    .map((_, index) =>
      parts.slice(0, index + 1).reduce((path, part) => (part === '[]' ? `${path}[]` : `${path}.${part}`)),
    );
}

/** Paths below a common beginning: `below('a', 'b c')` is `a.b` and `a.c`. */
export const below = (parent: string, names: string): string[] => names.split(' ').map((name) => `${parent}.${name}`);
