import type { FrozenEntry, JourneyDefinition, JourneyStep } from './schemas';

/** The frozen content of a version: its definition, and a content digest for each communication id. */
export interface FrozenVersion {
  definition: JourneyDefinition;
  /** The frozen trigger contract and audience. */
  entry: FrozenEntry;
  contents: ReadonlyMap<string, string>;
}

export interface FieldChange {
  field: string;
  /** null if there was no value; the same for `after`. */
  before: unknown;
  after: unknown;
}

export type JourneyChange =
  | { change: 'step_added' | 'step_removed'; stepId: string; kind: JourneyStep['kind'] }
  | { change: 'step_changed'; stepId: string; kind: JourneyStep['kind']; fields: FieldChange[] }
  | ({ change: 'field_changed' } & FieldChange)
  /** A different step is the first. */
  | { change: 'entry_changed'; before: string | null; after: string | null }
  /** A step sends the same communication with different content. */
  | { change: 'content_changed'; communicationId: string };

/**
 * Lists the differences between a version and the previous one: steps by id, the entry step, other fields, the trigger
 * contract and audience, and the content of the communications. The order of steps matters only for the entry step.
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

/** Listed under `triggerContract` and `audience`, because the ids of both are separate fields of the definition. */
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

/** Compares two JSON values, regardless of the order of their keys. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))];
  return left.size === right.size && [...left].every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}
