import { ApplicationFailure, WorkflowFailedError } from '@temporalio/client';
import { planOf } from '../../domain/journeys/steps/registry';
import { journeyWorkflowId, type JourneyExecutionInput } from '../../workflows/contract/journey-execution';
import { taskQueues, workflowTypes } from '../../workflows/contract/names';
import { createNamespace } from '../support/namespace';
import { withJourneyWorker } from '../support/journey-worker';
import { activityOf } from '../support/temporal-history';
import { useTemporalRuntime } from '../support/temporal-runtime';

/** Decisions and records of an execution use local activities. If one fails, it is retried as a regular activity. */

const address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';

const input: JourneyExecutionInput = {
  workspaceId: 'wsp_1',
  executionId: 'exe_local_moves',
  journeyId: 'jrn_1',
  version: 1,
  fromStepId: 'which',
  plan: planOf([
    {
      id: 'which',
      kind: 'branch',
      arms: [{ id: 'pro', when: { field: 'attributes.plan', operator: 'equals', value: 'pro' }, next: 'done' }],
      else: 'done',
    },
    { id: 'done', kind: 'exit' },
  ]),
};

/** @returns the result of an execution with this `chooseArm`, and the commands in its history */
async function run(chooseArm: () => Promise<unknown>) {
  await useTemporalRuntime();
  const namespace = await createNamespace(address);
  const workflowId = journeyWorkflowId(input.executionId);
  return withJourneyWorker(
    { temporalAddress: address, namespace },
    () => ({ chooseArm, recordEnding: () => Promise.resolve() }),
    async ({ workflow }) => {
      await workflow.start(workflowTypes.journeyRun, { taskQueue: taskQueues.journeys, workflowId, args: [input] });
      const handle = workflow.getHandle(workflowId);
      const result: unknown = await handle.result().catch((error: unknown) => error);
      const { events = [] } = await handle.fetchHistory();
      return {
        result,
        requested: events?.flatMap((event) => activityOf(event) ?? []),
        tasks: events?.flatMap((event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? []),
      };
    },
  );
}

const chosen = { outcome: { kind: 'arm', armId: 'pro' } };

test('a choice is made within the workflow task', async () => {
  const { result, requested, tasks } = await run(() => Promise.resolve(chosen));
  expect(result).toEqual({ endedAt: 'done', ending: 'exit' });
  expect(requested).toEqual(['chooseArm']);
  expect(tasks).toEqual([]);
});

test('a failed choice is retried as an activity until it succeeds', async () => {
  let tries = 0;
  const { result, tasks } = await run(() => {
    tries += 1;
    return tries < 3 ? Promise.reject(new Error('PostgreSQL is away.')) : Promise.resolve(chosen);
  });
  expect(result).toEqual({ endedAt: 'done', ending: 'exit' });
  expect(tries).toBe(3);
  expect(tasks).toEqual(['chooseArm']);
});

test('a choice that can never succeed is not retried, and the execution fails', async () => {
  let tries = 0;
  const { result, tasks } = await run(() => {
    tries += 1;
    return Promise.reject(ApplicationFailure.nonRetryable('The version has no step "which".', 'StepMissing'));
  });
  expect(result).toBeInstanceOf(WorkflowFailedError);
  expect(tries).toBe(1);
  expect(tasks).toEqual(['recordEnding']);
});
