import { useTemporalRuntime } from '../support/temporal-runtime';
import { createNamespace } from '../support/namespace';
import { withJourneyWorker } from '../support/journey-worker';
import { eventSignal, journeyWorkflowId } from '../../workflows/contract/journey-execution';
import { taskQueues, workflowTypes } from '../../workflows/contract/names';
import type { JourneyExecutionInput } from '../../workflows/contract/journey-execution';

/**
 * The signal for an awaited event can arrive before the response of the activity that recorded the wait and found no
 * event. If the worker or PostgreSQL fails in between, this takes seconds. The test replaces the activities to control
 * this order.
 */

const address = process.env['TEST_TEMPORAL_ADDRESS'] ?? '';

const input: JourneyExecutionInput = {
  workspaceId: 'wsp_1',
  executionId: 'exe_early',
  journeyId: 'jrn_1',
  version: 1,
  fromStepId: 'pay',
  plan: [
    { id: 'pay', kind: 'wait', next: 'thanks', for: 'for an event', timeoutNext: 'late' },
    { id: 'thanks', kind: 'exit' },
    { id: 'late', kind: 'exit' },
  ],
};

test('an event signaled before the workflow has started its wait is not missed', async () => {
  await useTemporalRuntime();
  const namespace = await createNamespace(address);
  const workflowId = journeyWorkflowId(input.executionId);
  let requested = 0;
  const result = await withJourneyWorker(
    { temporalAddress: address, namespace },
    ({ workflow }) => {
      const sendSignal = (eventId: string) =>
        workflow.getHandle(workflowId).signal(eventSignal, { eventId, kind: 'awaited' });
      return {
        async arriveAtStep() {
          await sendSignal('evt_1');
          return { resumesAt: new Date(Date.now() + 3_600_000).toISOString() };
        },
        /** The first event is not for this wait. The next one arrives during the check. */
        async leaveEventWait() {
          requested += 1;
          if (requested > 1) return { outcome: { kind: 'received' } };
          await sendSignal('evt_2');
          return { outcome: null };
        },
      };
    },
    async ({ workflow }) => {
      await workflow.start(workflowTypes.journeyRun, {
        taskQueue: taskQueues.journeys,
        workflowId,
        args: [input],
        // A sleeping execution would block the test for an hour without this timeout.
        workflowExecutionTimeout: '5 minutes',
      });
      return workflow.getHandle(workflowId).result() as Promise<unknown>;
    },
  );
  expect(result).toEqual({ endedAt: 'thanks', ending: 'exit' });
  expect(requested).toBe(2);
});
