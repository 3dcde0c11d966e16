import type { Place } from '../../domain/journeys/place';
import type { Plan } from '../../domain/journeys/steps/registry';

export const journeyWorkflowId = (executionId: string): string => `journey/${executionId}`;

/** What identifies an execution and its pinned version. */
export interface ExecutionName {
  workspaceId: string;
  executionId: string;
  journeyId: string;
  version: number;
  /** How often the execution was retried before this run. Missing for its first run. */
  retries?: number;
}

/** Input of `journey`. Its activities read the steps of the version, and return the place after each step. */
export interface JourneyInput extends ExecutionName {
  /** The first place: the entry, or the current step if the previous workflow was lost or failed. */
  place: Place;
}

/** Input of `journeyRun`, which earlier releases started. */
export interface JourneyExecutionInput extends ExecutionName {
  /** The structure of the pinned version. */
  plan: Plan;
  /** The first step: the entry, or the current step if the previous workflow was lost. */
  fromStepId: string;
}

/**
 * Reasons why executions end before an exit: their goal, or a cancellation. `ended` is any other reason in the record.
 */
export const haltReasons = ['goal', 'archived', 'canceled', 'erased', 'ended'] as const;
export type HaltReason = (typeof haltReasons)[number];

/** The type of the failure with which a workflow ends whose step failed the execution. */
export const stepFailed = 'StepFailed';

/** How and at which step an execution ended. */
export interface JourneyExecutionResult {
  endedAt: string;
  ending: 'exit' | 'skipped' | HaltReason;
}

/**
 * Notifies an execution that its step has been pending for over a minute. An execution that has left the step ignores
 * it.
 */
export const stepPendingSignal = 'step_pending';

export interface StepPendingSignal {
  stepId: string;
}

/** Signals an event to an execution. A repeated signal has no effect. */
export const eventSignal = 'event';

export interface EventSignal {
  eventId: string;
  /** `goal` ends the execution. `awaited` is the event that a wait step needs. */
  kind: 'goal' | 'awaited';
}
