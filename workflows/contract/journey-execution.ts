import type { Plan } from '../../domain/journeys/advance';

export const journeyWorkflowId = (executionId: string): string => `journey/${executionId}`;

export interface JourneyExecutionInput {
  workspaceId: string;
  executionId: string;
  journeyId: string;
  version: number;
  /** The pinned version's structure. */
  plan: Plan;
  /** Where to begin: the entry, or the step at which a lost run stood. */
  fromStepId: string;
}

/** How a run ended. `goal` at whatever step it stood. */
export interface JourneyExecutionResult {
  endedAt: string;
  ending: 'exit' | 'skipped' | 'goal';
}

/** Tells a run that an event concerns it. Sent again, it changes nothing: the event's id is known by then. */
export const eventSignal = 'event';

export interface EventSignal {
  eventId: string;
  /** `goal` ends the run; `awaited` is what a wait waits for. */
  kind: 'goal' | 'awaited';
}
