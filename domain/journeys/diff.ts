import type { FrozenEntry, JourneyDefinition, JourneyStep } from './schemas';

/** What one version froze: its definition, and the digest of each communication's content by the communication's id. */
export interface FrozenVersion {
  definition: JourneyDefinition;
  /** What its trigger contract and audience said. */
  entry: FrozenEntry;
  contents: ReadonlyMap<string, string>;
}

export interface FieldChange {
  field: string;
  /** null where there was or is none. */
  before: unknown;
  after: unknown;
}

export type JourneyChange =
  | { change: 'step_added' | 'step_removed'; stepId: string; kind: JourneyStep['kind'] }
  | { change: 'step_changed'; stepId: string; kind: JourneyStep['kind']; fields: FieldChange[] }
  | ({ change: 'field_changed' } & FieldChange)
  /** The first step is another one. */
  | { change: 'entry_changed'; before: string | null; after: string | null }
  /** A step sends the same communication as before, with other words. */
  | { change: 'content_changed'; communicationId: string };

/**
 * How a version differs from the one before: steps by their ids, then the other fields, then what its
 * trigger contract and audience say, then the content of what it sends. The
 * order of steps says nothing but which one is the entry.
 */
export function journeyChanges(before: FrozenVersion, after: FrozenVersion): JourneyChange[] {
  return [
    ...stepChanges(before.definition.steps, after.definition.steps),
    ...entryChange(before.definition.steps, after.definition.steps),
    ...definitionChanges(before.definition, after.definition),
    ...frozenEntryChanges(before.entry, after.entry),
    ...contentChanges(before.contents, after.contents),
  ];
}

function stepChanges(before: readonly JourneyStep[], after: readonly JourneyStep[]): JourneyChange[] {
  const [old, young] = [byId(before), byId(after)];
  const added = after.filter(({ id }) => !old.has(id));
  const removed = before.filter(({ id }) => !young.has(id));
  const changed = after.flatMap((step): JourneyChange[] => {
    const fields = fieldChanges({ ...old.get(step.id) }, step);
    const isChanged = old.has(step.id) && fields.length > 0;
    return isChanged ? [{ change: 'step_changed', stepId: step.id, kind: step.kind, fields }] : [];
  });
  return [
    ...added.map(({ id, kind }): JourneyChange => ({ change: 'step_added', stepId: id, kind })),
    ...removed.map(({ id, kind }): JourneyChange => ({ change: 'step_removed', stepId: id, kind })),
    ...changed,
  ];
}

const byId = (steps: readonly JourneyStep[]): Map<string, JourneyStep> => new Map(steps.map((step) => [step.id, step]));

function entryChange(before: readonly JourneyStep[], after: readonly JourneyStep[]): JourneyChange[] {
  const [old = null, young = null] = [before[0]?.id, after[0]?.id];
  return old === young ? [] : [{ change: 'entry_changed', before: old, after: young }];
}

function definitionChanges(before: JourneyDefinition, after: JourneyDefinition): JourneyChange[] {
  const fields = fieldChanges({ ...before, steps: [] }, { ...after, steps: [] });
  return fields.map((field): JourneyChange => ({ change: 'field_changed', ...field }));
}

/** Under `triggerContract` and `audience`: the ids of both are fields of the definition. */
const frozenEntryChanges = (before: FrozenEntry, after: FrozenEntry): JourneyChange[] =>
  fieldChanges(before, after).map((field): JourneyChange => ({ change: 'field_changed', ...field }));

function contentChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): JourneyChange[] {
  return [...after].flatMap(([communicationId, digest]): JourneyChange[] => {
    const old = before.get(communicationId);
    return old === undefined || old === digest ? [] : [{ change: 'content_changed', communicationId }];
  });
}

function fieldChanges(before: object, after: object): FieldChange[] {
  const [old, young] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  return [...new Set([...old.keys(), ...young.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: young.get(field) ?? null };
    return isSame(change.before, change.after) ? [] : [change];
  });
}

/** Whether two JSON values say the same, whatever the order of their keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))];
  return left.size === right.size && [...left].every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}
