import type { CommType } from '../communications/schemas';
import type { ErrorDetail } from '../errors';
import type { JourneyDefinition } from './schemas';

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
  problems.push(...emptyUrls(definition));
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
export const beliefsOf = ({ steps }: JourneyDefinition): string[] =>
  steps.flatMap((step) => (step.kind === 'experiment' && typeof step.beliefId === 'string' ? [step.beliefId] : []));

function beliefProblems({ steps }: JourneyDefinition, { beliefIds }: References): ErrorDetail[] {
  return steps.flatMap((step, index) =>
    step.kind === 'experiment' && typeof step.beliefId === 'string' && !beliefIds.has(step.beliefId)
      ? [{ path: `steps.${index}.beliefId`, message: `Belief "${step.beliefId}" does not exist.` }]
      : [],
  );
}

function emptyUrls({ steps }: JourneyDefinition): ErrorDetail[] {
  return steps.flatMap((step, index) =>
    step.kind === 'webhook' && step.url === ''
      ? [{ path: `steps.${index}.url`, message: `Enter a URL for step "${step.id}".` }]
      : [],
  );
}

/** Returns the communication of each send step, with its path in the definition and the id of the step. */
export function sendsOf(definition: JourneyDefinition): { path: string; id: string; step: string }[] {
  return definition.steps.flatMap((step, index) =>
    step.kind === 'send' ? [{ path: `steps.${index}.communicationId`, id: step.communicationId, step: step.id }] : [],
  );
}
