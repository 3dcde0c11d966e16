import type { CommType } from '../communications/schemas';
import { AppError, type ErrorDetail } from '../errors';
import type { WebhookTemplate } from '../webhooks/read-webhooks';
import { webhookProblems } from '../webhooks/webhook-problems';
import { graphProblems } from './graph';
import type { JourneyDefinition } from './schemas';

/** What a definition refers to, as far as it exists. */
export interface PublishReferences {
  /** By communication id. */
  commTypes: ReadonlyMap<string, CommType>;
  triggerContractExists: boolean;
  audienceExists: boolean;
  /** Of the beliefs that steps name, those that exist. */
  beliefIds: ReadonlySet<string>;
  /** Of the workspace. */
  secretNames: ReadonlySet<string>;
  /** What was found in a template of a webhook. */
  readTemplate: (source: string) => WebhookTemplate;
}

/**
 * Refuses a definition that must not be published, with every problem at once in `details`.
 * @throws AppError VALIDATION_ERROR, or send_step_uses_transactional_comm when a send step does that
 */
export function assertPublishable(definition: JourneyDefinition, references: PublishReferences): void {
  const transactional = sendsOf(definition).filter(({ id }) => references.commTypes.get(id) === 'transactional');
  const details = [
    ...referenceProblems(definition, references),
    ...graphProblems(definition.steps),
    ...webhookProblems(definition.steps, references.secretNames, references.readTemplate),
    ...transactional.map(({ path, id }) => ({
      path,
      message: `Communication "${id}" is transactional: a journey sends marketing communications only.`,
    })),
  ];
  if (details.length === 0) return;
  throw new AppError(
    transactional.length > 0 ? 'send_step_uses_transactional_comm' : 'VALIDATION_ERROR',
    `The journey cannot be published: ${details.map(({ message }) => message).join(' ')}`,
    { details },
  );
}

function referenceProblems(definition: JourneyDefinition, references: PublishReferences): ErrorDetail[] {
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

/** What does not stand against publishing, but should be looked after; empty when there is nothing. */
export function publishWarnings(
  definition: JourneyDefinition,
  { hasPostalAddress }: { hasPostalAddress: boolean },
): string[] {
  if (hasPostalAddress || sendsOf(definition).length === 0) return [];
  return [
    'The journey sends marketing mail, and the workspace has no postal address, which most countries require in it. ' +
      'Set sender.postalAddress by PATCH /api/workspace.',
  ];
}

/** The beliefs that the steps of a definition name. */
export const beliefsOf = ({ steps }: JourneyDefinition): string[] =>
  steps.flatMap((step) => (step.kind === 'experiment' && typeof step.beliefId === 'string' ? [step.beliefId] : []));

function beliefProblems({ steps }: JourneyDefinition, { beliefIds }: PublishReferences): ErrorDetail[] {
  return steps.flatMap((step, index) =>
    step.kind === 'experiment' && typeof step.beliefId === 'string' && !beliefIds.has(step.beliefId)
      ? [{ path: `steps.${index}.beliefId`, message: `Belief "${step.beliefId}" does not exist.` }]
      : [],
  );
}

function sendsOf(definition: JourneyDefinition): { path: string; id: string }[] {
  return definition.steps.flatMap((step, index) =>
    step.kind === 'send' ? [{ path: `steps.${index}.communicationId`, id: step.communicationId }] : [],
  );
}
