import { AppError } from '../errors';
import type { WebhookTemplate } from '../webhooks/read-webhooks';
import { webhookProblems } from '../webhooks/webhook-problems';
import { graphProblems } from './graph';
import { referenceProblems, sendsOf, transactionalSends, type References } from './reference-problems';
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

/** Returns warnings that do not prevent publishing; empty if there are none. */
export function publishWarnings(
  definition: JourneyDefinition,
  { hasPostalAddress }: { hasPostalAddress: boolean },
): string[] {
  const warnings = goalWaits(definition).map(
    (step) =>
      `Step "${step}" waits for the goal event of the journey. The goal ends the execution, so the wait never sees the ` +
      'event.',
  );
  if (hasPostalAddress || sendsOf(definition).length === 0) return warnings;
  return [
    ...warnings,
    'The journey sends marketing email, but the workspace has no postal address. Most countries require one. ' +
      'Set sender.postalAddress with PATCH /api/workspace.',
  ];
}

/** Returns the ids of the steps that wait for the goal event, which ends the execution. */
const goalWaits = ({ steps, goalEventName }: JourneyDefinition): string[] =>
  steps.flatMap((step) =>
    step.kind === 'wait' && goalEventName !== null && step.untilEvent?.eventName === goalEventName ? [step.id] : [],
  );
