import type { JourneyDefinition } from '../../../../domain/journeys/schemas';
import type { Schemas } from '../../../api/client';
import { isSame } from '../../../format/is-same';

/** The part of a journey that a version freezes. */
export function definitionOf(
  journey: Omit<JourneyDefinition, 'steps'> & { steps: Schemas['Journey']['steps'] },
): JourneyDefinition {
  const { audienceId, triggerContractId, goalEventName, goalEventWindowDays, holdoutPercent, reentry } = journey;
  // The generated types know JSON values only as unknown.
  const steps = journey.steps as JourneyDefinition['steps'];
  return { audienceId, triggerContractId, goalEventName, goalEventWindowDays, holdoutPercent, reentry, steps };
}

/** Returns the changed fields with their new values. */
export function changedFields(before: JourneyDefinition, after: JourneyDefinition): Partial<JourneyDefinition> {
  const names = Object.keys(after) as (keyof JourneyDefinition)[];
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}
