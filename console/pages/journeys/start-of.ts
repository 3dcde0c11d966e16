import type { JourneyDefinition } from '../../../domain/journeys/schemas';
import type { JourneyParts } from './use-journey-parts';

/** Describes how people enter. */
export function startOf(definition: JourneyDefinition, parts: JourneyParts): { title: string; note: string } {
  const { triggerContractId, audienceId, goalEventName, holdoutPercent } = definition;
  const trigger = parts.triggers?.find(({ id }) => id === triggerContractId);
  const audience = parts.audiences?.find(({ id }) => id === audienceId);
  const who = audienceId === null ? 'everyone' : (audience?.name ?? audienceId);
  const goal = goalEventName === null ? 'no goal' : `goal ${goalEventName}`;
  return {
    title: triggerContractId === null ? 'Manual start' : (trigger?.eventName ?? triggerContractId),
    note: `For ${who}; ${holdoutPercent}% holdout; ${goal}`,
  };
}
