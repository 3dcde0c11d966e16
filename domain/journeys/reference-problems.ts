import type { CommType } from '../communications/schemas';
import type { ErrorDetail } from '../errors';
import type { JourneyDefinition } from './schemas';
import { problemsOfSteps, rulesOf } from './steps/registry';

/** The existing objects that a definition refers to. */
export interface References {
  /** By communication id. */
  commTypes: ReadonlyMap<string, CommType>;
  /** The names and problems of communications that must be edited first, by id. */
  unfinished?: ReadonlyMap<string, { name: string; problem: string }> | undefined;
  triggerContractExists: boolean;
  audienceExists: boolean;
  /** The existing beliefs among those in the steps. */
  beliefIds: ReadonlySet<string>;
}

/** Finds references of a definition to objects that do not exist or are not chosen yet. */
export function referenceProblems(definition: JourneyDefinition, references: References): ErrorDetail[] {
  const problems = sendsOf(definition)
    .filter(({ id }) => !references.commTypes.has(id))
    .map(({ path, id, step }) => ({
      path,
      message: id === '' ? `Choose a message for step "${step}".` : `Communication "${id}" does not exist.`,
    }));
  problems.push(...problemsOfSteps(definition.steps, (rules, step) => rules.emptyFields?.(step)));
  problems.push(...unfinishedProblems(definition, references.unfinished));
  problems.push(...beliefProblems(definition, references));
  if (definition.triggerContractId !== null && !references.triggerContractExists) {
    const message = `Trigger contract "${definition.triggerContractId}" does not exist.`;
    problems.push({ path: 'triggerContractId', message });
  }
  if (definition.audienceId !== null && !references.audienceExists) {
    problems.push({ path: 'audienceId', message: `Audience "${definition.audienceId}" does not exist.` });
  }
  return problems;
}

/** Finds all send steps with a message that an import could not translate completely. */
export const unfinishedProblems = (
  definition: JourneyDefinition,
  unfinished: References['unfinished'],
): ErrorDetail[] =>
  sendsOf(definition).flatMap(({ path, id }) => {
    const found = unfinished?.get(id);
    if (found === undefined) return [];
    return [{ path, message: `Edit the message "${found.name}" (${id}) first. ${found.problem}` }];
  });

/** Finds all send steps with a transactional communication. */
export const transactionalSends = (
  definition: JourneyDefinition,
  commTypes: ReadonlyMap<string, CommType>,
): ErrorDetail[] =>
  sendsOf(definition)
    .filter(({ id }) => commTypes.get(id) === 'transactional')
    .map(({ path, id }) => ({
      path,
      message: `Communication "${id}" is transactional. A journey can send only marketing communications.`,
    }));

/** Returns the ids of the beliefs in the steps of a definition. */
export const beliefsOf = (definition: JourneyDefinition): string[] =>
  referencesOf(definition, 'beliefId').map(({ id }) => id);

const beliefProblems = (definition: JourneyDefinition, { beliefIds }: References): ErrorDetail[] =>
  referencesOf(definition, 'beliefId')
    .filter(({ id }) => !beliefIds.has(id))
    .map(({ path, id }) => ({ path, message: `Belief "${id}" does not exist.` }));

/** Returns the communication of each step that has one, with its path in the definition and the id of the step. */
export const sendsOf = (definition: Pick<JourneyDefinition, 'steps'>) => referencesOf(definition, 'communicationId');

function referencesOf(
  { steps }: Pick<JourneyDefinition, 'steps'>,
  field: 'communicationId' | 'beliefId',
): { path: string; id: string; step: string }[] {
  return steps.flatMap((step, index) => {
    const id = rulesOf(step).references?.(step)[field];
    return id === undefined ? [] : [{ path: `steps.${index}.${field}`, id, step: step.id }];
  });
}
