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

/** Why runs end before an exit: their goal, or a cancellation. `ended` is any other reason in the record. */
export const haltReasons = ['goal', 'archived', 'canceled', 'erased', 'ended'] as const;
export type HaltReason = (typeof haltReasons)[number];

/** How a run ended, and at which step. */
export interface JourneyExecutionResult {
  endedAt: string;
  ending: 'exit' | 'skipped' | HaltReason;
}

/** Signals to a run that its step has been pending for over a minute. A run that has left the step ignores it. */
export const stepPendingSignal = 'step_pending';

export interface StepPendingSignal {
  stepId: string;
}

/** Signals an event to a run. A repeated signal changes nothing. */
export const eventSignal = 'event';

export interface EventSignal {
  eventId: string;
  /** `goal` ends the run; `awaited` is what a wait waits for. */
  kind: 'goal' | 'awaited';
}
