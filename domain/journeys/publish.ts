import { AppError } from '../errors';
import type { WebhookTemplate } from '../webhooks/read-webhooks';
import { webhookProblems } from '../webhooks/webhook-problems';
import { graphProblems } from './graph';
import { referenceProblems, sendsOf, transactionalSends, type References } from './reference-problems';
import type { JourneyDefinition } from './schemas';
import { waitProblems } from './wait-limits';

/** What a definition refers to, as far as it exists. */
export interface PublishReferences extends References {
  now: Date;
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
  const transactional = transactionalSends(definition, references.commTypes);
  const details = [
    ...referenceProblems(definition, references),
    ...graphProblems(definition.steps),
    ...waitProblems(definition.steps, references.now),
    ...webhookProblems(definition.steps, references.secretNames, references.readTemplate),
    ...transactional,
  ];
  if (details.length === 0) return;
  throw new AppError(
    transactional.length > 0 ? 'send_step_uses_transactional_comm' : 'VALIDATION_ERROR',
    `The journey cannot be published: ${details.map(({ message }) => message).join(' ')}`,
    { details },
  );
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
