import type { RenderContext } from '../email/render';
import type { JsonObject } from '../json/schemas';

/** The variables of a step's templates. */
export interface StepContext extends RenderContext {
  attributes: JsonObject;
  event: { data: JsonObject };
}

/**
 * Creates the variables of a step's templates: the subject, the event that started the execution, and the execution
 * itself.
 */
export const templateContext = (
  { email, timezone, attributes }: { email: string | null; timezone: string | null; attributes: JsonObject },
  { eventData, journeyId, executionId }: { eventData: JsonObject; journeyId: string; executionId: string },
): StepContext => ({
  email: email ?? '',
  timezone: timezone ?? 'UTC',
  attributes,
  event: { data: eventData },
  journey: { id: journeyId },
  execution: { id: executionId },
});
