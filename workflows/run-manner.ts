import {
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  patched,
  proxyActivities,
  proxyLocalActivities,
  TemporalFailure,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { JourneyActivities } from '../activities';
import { taskQueues } from './contract/names';

/**
 * Behavior of an execution that does not depend on a step: where its activities run, and which search attributes it
 * sets.
 */
export interface RunManner {
  /** Performs an activity that only decides, or only records the current step. */
  move: PerformMove;
  /**
   * Called before the execution sleeps at a step.
   * @param ms milliseconds
   */
  rest(stepId: string, ms: number): void;
  /** Called when a step has been pending for over a minute. */
  pend(stepId: string): void;
}

type MoveName =
  'arriveAtStep' | 'chooseArm' | 'leaveEventWait' | 'leaveStep' | 'locate' | 'performStep' | 'recordRetry';

type PerformMove = <Name extends MoveName>(
  name: Name,
  options: { summary: string },
  input: Parameters<JourneyActivities[Name]>[0],
) => Promise<Awaited<ReturnType<JourneyActivities[Name]>>>;

type Callable = Record<
  MoveName,
  { executeWithOptions(options: { summary: string }, args: [unknown]): Promise<unknown> }
>;

/** Retry policy for the activities of an execution: unlimited attempts. */
export const retry = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' } as const;

/** Activities of the journeys queue. */
export const journeys = proxyActivities<JourneyActivities>({
  taskQueue: taskQueues.journeys,
  startToCloseTimeout: '30s',
  retry,
});

const performAsTask = ((name, options, input) =>
  (journeys as Callable)[name].executeWithOptions(options, [input])) as PerformMove;

const local = proxyLocalActivities<JourneyActivities>({
  startToCloseTimeout: '10s',
  retry: { maximumAttempts: 1 },
}) as Callable;

/**
 * Performs a move as a local activity. If it fails, for example because PostgreSQL is unavailable, it is retried as a
 * regular activity until it succeeds.
 */
export const performLocally = (async (name, options, input) => {
  try {
    return await local[name].executeWithOptions(options, [input]);
  } catch (error) {
    if (isCancellation(error) || !mayBeRepeated(error)) throw error;
    return performAsTask(name, options, input);
  }
}) as PerformMove;

/** Checks whether a failed local activity may be retried. Its error is the thrown error or a timeout. */
function mayBeRepeated(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof TemporalFailure && !(cause instanceof ApplicationFailure && cause.nonRetryable === true);
}

/** Minimum rest, in milliseconds, that sets the search attribute. A shorter rest is over before a search finds it. */
const namedRestMs = 60_000;

/**
 * Creates the behavior of `journeyRun`: moves are local activities, and a step sets the search attribute only if the
 * execution rests or is pending there for over a minute.
 */
export function namesRests(fromStepId: string): RunManner {
  let named = fromStepId;
  return {
    move: performLocally,
    rest(stepId, ms) {
      if (ms <= namedRestMs || stepId === named) return;
      named = stepId;
      nameStep(stepId);
    },
    pend(stepId) {
      // An earlier release may have received the signal without setting the attribute.
      if (stepId === named || !patched('names-pending-steps')) return;
      named = stepId;
      nameStep(stepId);
    },
  };
}

const nameStep = (stepId: string): void =>
  upsertSearchAttributes([{ key: { name: 'CurrentStepId', type: 'KEYWORD' }, value: stepId }]);
