import { AppError } from '../errors';
import { graphProblems } from './graph';
import { referenceProblems, transactionalSends, type References } from './reference-problems';
import type { JourneyDefinition } from './schemas';
import { problemsOfSteps } from './steps/registry';
import type { PublishedWith } from './steps/step-rules';
import { waitProblems } from './steps/wait/limits';

/** The existing objects that a definition refers to. */
export interface PublishReferences extends References, PublishedWith {
  now: Date;
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
    ...problemsOfSteps(definition.steps, (rules, step) => rules.publishProblems?.(step, references)),
    ...transactional,
  ];
  if (details.length === 0) return;
  throw new AppError(
    transactional.length > 0 ? 'send_step_uses_transactional_comm' : 'VALIDATION_ERROR',
    `The journey cannot be published: ${details.map(({ message }) => message).join(' ')}`,
    { details },
  );
}
