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
 * How a run goes about what no step asks for: where its moves are made, and what operators can search it by. Each workflow type of
 * journeys has its own, so that histories of the older one go on being replayed.
 */
export interface RunManner {
  /** Performs an activity that only decides, or only records where the run stands. */
  move: PerformMove;
  /** As the run comes to a step. */
  enter(stepId: string): void;
  /** Before the run sleeps at a step. @param ms milliseconds */
  rest(stepId: string, ms: number): void;
  /** When a step has been pending for over a minute. */
  pend(stepId: string): void;
  /** Whether an event that was signalled before a wait began is looked up at once. */
  checksEarlySignals(): boolean;
}

type MoveName = 'arriveAtStep' | 'chooseArm' | 'leaveEventWait';

type PerformMove = <Name extends MoveName>(
  name: Name,
  options: { summary: string },
  input: Parameters<JourneyActivities[Name]>[0],
) => Promise<Awaited<ReturnType<JourneyActivities[Name]>>>;

type Callable = Record<
  MoveName,
  { executeWithOptions(options: { summary: string }, args: [unknown]): Promise<unknown> }
>;

/** Of the activities of a run: until they succeed. */
export const retry = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' } as const;

/** The activities of the queue of journeys. */
export const journeys = proxyActivities<JourneyActivities>({
  taskQueue: taskQueues.journeys,
  startToCloseTimeout: '30s',
  retry,
});

const performAsTask = ((name, options, input) =>
  (journeys as Callable)[name].executeWithOptions(options, [input])) as PerformMove;

/** Of the type `journeyExecution`: each move is an activity, each step after the first is named. */
export function namesEachStep(fromStepId: string): RunManner {
  let named = fromStepId;
  return {
    move: performAsTask,
    enter(stepId) {
      if (stepId === named) return;
      named = stepId;
      nameStep(stepId);
    },
    rest: () => undefined,
    pend: () => undefined,
    checksEarlySignals: () => patched('event-told-before-wait'),
  };
}

const local = proxyLocalActivities<JourneyActivities>({
  startToCloseTimeout: '10s',
  retry: { maximumAttempts: 1 },
}) as Callable;

/** A move within the workflow task. What fails there, as PostgreSQL is away, is tried as an activity until it succeeds. */
const performLocally = (async (name, options, input) => {
  try {
    return await local[name].executeWithOptions(options, [input]);
  } catch (error) {
    if (isCancellation(error) || !mayBeRepeated(error)) throw error;
    return performAsTask(name, options, input);
  }
}) as PerformMove;

/** Local activities fail with what they have thrown, or a time-out. */
function mayBeRepeated(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof TemporalFailure && !(cause instanceof ApplicationFailure && cause.nonRetryable === true);
}

/** A rest of a run that operators search for, in milliseconds: a shorter one is over before a search finds it. */
const namedRestMs = 60_000;

/** Of the type `journeyRun`: moves cost no activity, and a step is named when the run rests or is pending there for over a minute. */
export function namesRests(fromStepId: string): RunManner {
  let named = fromStepId;
  return {
    move: performLocally,
    enter: () => undefined,
    rest(stepId, ms) {
      if (ms <= namedRestMs || stepId === named) return;
      named = stepId;
      nameStep(stepId);
    },
    pend(stepId) {
      // An earlier release may have received the signal, and then named nothing.
      if (stepId === named || !patched('names-pending-steps')) return;
      named = stepId;
      nameStep(stepId);
    },
    checksEarlySignals: () => true,
  };
}

const nameStep = (stepId: string): void =>
  upsertSearchAttributes([{ key: { name: 'CurrentStepId', type: 'KEYWORD' }, value: stepId }]);
