import {
  CancellationScope,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  sleep,
  TemporalFailure,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { EmailActivities, JourneyActivities } from '../activities';
import { advance, arriveAt, type Outcome, type Plan, type PlannedStep } from '../domain/journeys/advance';
import { taskQueues, type JourneyExecutionInput, type JourneyExecutionResult } from './contract';

const retry = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' } as const;

const journeys = proxyActivities<JourneyActivities>({
  taskQueue: taskQueues.journeys,
  startToCloseTimeout: '30s',
  retry,
});

const email = proxyActivities<EmailActivities>({
  taskQueue: taskQueues.email,
  startToCloseTimeout: '2m',
  heartbeatTimeout: '5s',
  retry,
});

type ActiveStep = Exclude<PlannedStep, { kind: 'exit' }>;

/** What the run carries from step to step, besides where it stands. */
interface Passage {
  /** A wait that is over and not recorded as left yet: the next activity records it. */
  leftStepId?: string;
  /** When the wait that the run stands at is over, as far as an activity has told. */
  resumesAt?: string;
}

/**
 * One subject's run through the steps of one journey version, from `fromStepId` to an exit. The reducer decides each next step;
 * activities perform the steps and record where the run stands in the transaction that settles what they did.
 */
export async function journeyExecution(input: JourneyExecutionInput): Promise<JourneyExecutionResult> {
  try {
    return await run(input);
  } catch (error) {
    // Anything else is a defect of this code: the task fails and is retried, so that a mended worker can go on.
    if (!(error instanceof TemporalFailure)) throw error;
    const canceled = isCancellation(error);
    await CancellationScope.nonCancellable(() =>
      journeys.recordEnding.executeWithOptions({ summary: 'record how the run ended' }, [
        {
          workspaceId: input.workspaceId,
          executionId: input.executionId,
          status: canceled ? 'CANCELED' : 'FAILED',
          reason: canceled ? 'canceled' : 'failed',
        },
      ]),
    );
    throw error;
  }
}

async function run(input: JourneyExecutionInput): Promise<JourneyExecutionResult> {
  let position = arriveAt(input.plan, input.fromStepId);
  let passage: Passage = {};
  let atStepId = input.fromStepId;
  while (position.status === 'running') {
    const { step } = position;
    if (step.id !== atStepId) {
      atStepId = step.id;
      upsertSearchAttributes([{ key: { name: 'CurrentStepId', type: 'KEYWORD' }, value: step.id }]);
    }
    setCurrentDetails(details(input.plan, step));
    const done = await perform(input, step, passage);
    position = advance(input.plan, step.id, done.outcome);
    passage = done.passage;
  }
  const { stepId, ending } = position;
  // A run that an activity brought to its end is recorded with what the activity did; one that a wait ended is not yet.
  if (passage.leftStepId !== undefined || (ending === 'exit' && stepId === input.fromStepId)) {
    await arrive(input, stepId, passage.leftStepId);
  }
  setCurrentDetails(`Ended at step **${stepId}** (${ending}).`);
  return { endedAt: stepId, ending };
}

async function perform(
  input: JourneyExecutionInput,
  step: ActiveStep,
  { leftStepId, resumesAt }: Passage,
): Promise<{ outcome: Outcome; passage: Passage }> {
  switch (step.kind) {
    case 'send': {
      const { workspaceId, executionId } = input;
      const result = await email.performSend.executeWithOptions({ summary: `send ${step.id}` }, [
        { workspaceId, executionId, stepId: step.id, leftStepId },
      ]);
      return { outcome: result.outcome, passage: { resumesAt: result.resumesAt } };
    }
    case 'wait': {
      const until = resumesAt ?? (await arrive(input, step.id, leftStepId)).resumesAt;
      const waitMs = Math.max(0, Date.parse(until ?? '') - Date.now());
      if (waitMs > 0) await sleep(waitMs, { summary: `wait ${step.id}` });
      return { outcome: { kind: 'elapsed' }, passage: { leftStepId: step.id } };
    }
  }
}

function arrive(input: JourneyExecutionInput, stepId: string, leftStepId: string | undefined) {
  const { workspaceId, executionId } = input;
  return journeys.arriveAtStep.executeWithOptions({ summary: `arrive at ${stepId}` }, [
    { workspaceId, executionId, stepId, leftStepId },
  ]);
}

/** What an operator reads at the head of the run in the Temporal UI. */
function details(plan: Plan, step: ActiveStep): string {
  const what = step.kind === 'wait' ? `waiting ${step.duration}` : 'sending';
  const place = plan.findIndex(({ id }) => id === step.id) + 1;
  return `At step **${step.id}** (${what}), ${place} of ${plan.length}. Then **${step.next}**.`;
}
