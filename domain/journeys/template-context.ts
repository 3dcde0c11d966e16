import type { RenderContext } from '../email/render';
import type { JsonObject } from '../json/schemas';

/**
 * Creates the variables of a step's templates: the subject, the event that started the execution, and the execution
 * itself.
 */
export const templateContext = (
  { email, timezone, attributes }: { email: string | null; timezone: string | null; attributes: JsonObject },
  { eventData, journeyId, executionId }: { eventData: JsonObject; journeyId: string; executionId: string },
): RenderContext => ({
  email: email ?? '',
  timezone: timezone ?? 'UTC',
  attributes,
  event: { data: eventData },
  journey: { id: journeyId },
  execution: { id: executionId },
});
