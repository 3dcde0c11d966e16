import type { CommType } from '../../../../domain/communications/schemas';
import type { ErrorDetail } from '../../../../domain/errors';
import { graphProblems } from '../../../../domain/journeys/graph';
import {
  beliefsOf,
  referenceProblems,
  sendsOf,
  transactionalSends,
} from '../../../../domain/journeys/reference-problems';
import type { JourneyDefinition } from '../../../../domain/journeys/schemas';
import { waitProblems } from '../../../../domain/journeys/steps/wait/limits';

/** The existing resources that journeys refer to; undefined while loading. */
export interface Known {
  commTypes: ReadonlyMap<string, CommType> | undefined;
  /** Messages that must be edited before they are sent. */
  unfinished?: ReadonlyMap<string, { name: string; problem: string }> | undefined;
  beliefIds: ReadonlySet<string> | undefined;
  triggerContractIds: ReadonlySet<string> | undefined;
  audienceIds: ReadonlySet<string> | undefined;
}

/** Returns the problems that publishing would report. Resources that are still loading count as existing. */
export function draftProblems(definition: JourneyDefinition, known: Known): ErrorDetail[] {
  const { triggerContractId, audienceId } = definition;
  const named = sendsOf(definition).map(({ id }): [string, CommType] => [id, 'marketing']);
  const commTypes = known.commTypes ?? new Map(named);
  const references = {
    commTypes,
    unfinished: known.unfinished,
    beliefIds: known.beliefIds ?? new Set(beliefsOf(definition)),
    triggerContractExists: triggerContractId === null || (known.triggerContractIds?.has(triggerContractId) ?? true),
    audienceExists: audienceId === null || (known.audienceIds?.has(audienceId) ?? true),
  };
  return [
    ...referenceProblems(definition, references),
    ...graphProblems(definition.steps),
    ...waitProblems(definition.steps, new Date()),
    ...transactionalSends(definition, commTypes),
  ];
}

/** Groups problems by step id. Problems of the journey itself are under null. */
export function problemsByStep(
  definition: JourneyDefinition,
  problems: readonly ErrorDetail[],
): Map<string | null, ErrorDetail[]> {
  const found = new Map<string | null, ErrorDetail[]>();
  for (const problem of problems) {
    const [, index] = /^steps\.(\d+)/.exec(problem.path) ?? [];
    const id = index === undefined ? null : (definition.steps[Number(index)]?.id ?? null);
    found.set(id, [...(found.get(id) ?? []), problem]);
  }
  return found;
}
