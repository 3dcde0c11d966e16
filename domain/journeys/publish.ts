import { AppError } from '../errors';
import type { WebhookTemplate } from '../webhooks/read-webhooks';
import { webhookProblems } from '../webhooks/webhook-problems';
import { graphProblems } from './graph';
import { referenceProblems, transactionalSends, type References } from './reference-problems';
import type { JourneyDefinition } from './schemas';
import { waitProblems } from './wait-limits';

/** The existing objects that a definition refers to. */
export interface PublishReferences extends References {
  now: Date;
  /** The names of the workspace's secrets. */
  secretNames: ReadonlySet<string>;
  readTemplate: (source: string) => WebhookTemplate;
}

/**
 * Refuses a definition that must not be published, with all problems in `details`.
 * @throws AppError VALIDATION_ERROR, or send_step_uses_transactional_comm if a send step sends a transactional
 * communication
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
