import type { CommType } from '../communications/schemas';
import type { ErrorDetail } from '../errors';
import type { JourneyDefinition } from './schemas';

/** What a definition refers to, as far as it exists. */
export interface References {
  /** By communication id. */
  commTypes: ReadonlyMap<string, CommType>;
  triggerContractExists: boolean;
  audienceExists: boolean;
  /** Of the beliefs that steps name, those that exist. */
  beliefIds: ReadonlySet<string>;
}

/** Everything that a definition refers to and that does not exist. */
export function referenceProblems(definition: JourneyDefinition, references: References): ErrorDetail[] {
  const problems = sendsOf(definition)
    .filter(({ id }) => !references.commTypes.has(id))
    .map(({ path, id }) => ({ path, message: `Communication "${id}" does not exist.` }));
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

/** Every send step whose communication is a transactional one. */
export const transactionalSends = (
  definition: JourneyDefinition,
  commTypes: ReadonlyMap<string, CommType>,
): ErrorDetail[] =>
  sendsOf(definition)
    .filter(({ id }) => commTypes.get(id) === 'transactional')
    .map(({ path, id }) => ({
      path,
      message: `Communication "${id}" is transactional: a journey sends marketing communications only.`,
    }));

/** The beliefs that the steps of a definition name. */
export const beliefsOf = ({ steps }: JourneyDefinition): string[] =>
  steps.flatMap((step) => (step.kind === 'experiment' && typeof step.beliefId === 'string' ? [step.beliefId] : []));

function beliefProblems({ steps }: JourneyDefinition, { beliefIds }: References): ErrorDetail[] {
  return steps.flatMap((step, index) =>
    step.kind === 'experiment' && typeof step.beliefId === 'string' && !beliefIds.has(step.beliefId)
      ? [{ path: `steps.${index}.beliefId`, message: `Belief "${step.beliefId}" does not exist.` }]
      : [],
  );
}

export function sendsOf(definition: JourneyDefinition): { path: string; id: string }[] {
  return definition.steps.flatMap((step, index) =>
    step.kind === 'send' ? [{ path: `steps.${index}.communicationId`, id: step.communicationId }] : [],
  );
}
