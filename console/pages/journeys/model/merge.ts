import { journeyChanges, type FrozenVersion, type JourneyChange } from '../../../../domain/journeys/diff';
import type { JourneyDefinition, JourneyStep } from '../../../../domain/journeys/schemas';
import { isSame } from '../../../format/is-same';

/** A merge of two edited drafts: the changes of both since their common base, and the result. */
export interface Merge {
  mine: JourneyChange[];
  theirs: JourneyChange[];
  merged: JourneyDefinition;
  /** Step ids and fields that both changed differently. The merged draft has my version. */
  conflicts: string[];
}

const frozen = (definition: JourneyDefinition): FrozenVersion => ({
  ...{ definition, entry: { triggerContract: null, audience: null }, contents: new Map() },
});

/** Compares two drafts, in the form of the version history. */
export const draftChanges = (before: JourneyDefinition, after: JourneyDefinition): JourneyChange[] =>
  journeyChanges(frozen(before), frozen(after));

export function mergeDrafts(base: JourneyDefinition, mine: JourneyDefinition, theirs: JourneyDefinition): Merge {
  const conflicts: string[] = [];
  const pick = <Value>(name: string, [before, own, other]: readonly [Value, Value, Value]): Value => {
    if (isSame(own, before)) return other;
    if (!isSame(other, before) && !isSame(own, other)) conflicts.push(name);
    return own;
  };
  const { steps: _before, ...fields } = base;
  const merged: Record<string, unknown> = {};
  for (const name of Object.keys(fields) as (keyof typeof fields)[]) {
    merged[name] = pick<unknown>(name, [base[name], mine[name], theirs[name]]);
  }
  const steps = mergeSteps(base.steps, mine.steps, theirs.steps, pick);
  return {
    mine: draftChanges(base, mine),
    theirs: draftChanges(base, theirs),
    merged: { ...(merged as Omit<JourneyDefinition, 'steps'>), steps },
    conflicts,
  };
}

type Pick = <Value>(name: string, versions: readonly [Value, Value, Value]) => Value;

function mergeSteps(
  base: readonly JourneyStep[],
  mine: readonly JourneyStep[],
  theirs: readonly JourneyStep[],
  pick: Pick,
): JourneyStep[] {
  const [old, own, other] = [byId(base), byId(mine), byId(theirs)];
  const ids = [...new Set([...mine, ...theirs].map(({ id }) => id))];
  const steps = ids.flatMap((id) => pick<JourneyStep | undefined>(id, [old.get(id), own.get(id), other.get(id)]) ?? []);
  const entry = pick('entry', [base[0]?.id, mine[0]?.id, theirs[0]?.id]);
  const first = steps.find(({ id }) => id === entry);
  return first === undefined ? steps : [first, ...steps.filter(({ id }) => id !== entry)];
}

const byId = (steps: readonly JourneyStep[]): Map<string, JourneyStep> => new Map(steps.map((step) => [step.id, step]));
