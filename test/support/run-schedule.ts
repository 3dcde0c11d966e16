import { ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { scheduleIds } from '../../workflows/contract/maintenance';
import { waitFor } from './wait-for';

/** Those that also run when they are made. */
const runAtOnce: string[] = [scheduleIds.syncDigests, scheduleIds.syncConnections];

/**
 * Triggers a schedule as an operator does. Its worker may only be about to make it.
 * @param overlap with the schedule's own, a run that is under way, or whose end the schedule has not heard of yet, would swallow this one
 * @returns the run that it starts
 */
export async function triggerSchedule(
  temporal: Client,
  scheduleId: string,
  overlap: ScheduleOverlapPolicy = ScheduleOverlapPolicy.BUFFER_ALL,
) {
  const handle = temporal.schedule.getHandle(scheduleId);
  const { numActionsTaken: before } = await waitFor(async () => {
    const { info } = await handle.describe();
    // That run would be taken for the one that is triggered here.
    if (runAtOnce.includes(scheduleId) && info.numActionsTaken === 0) throw new Error(`${scheduleId} has not run yet.`);
    return info;
  });
  await handle.trigger(overlap);
  const { action } = await waitFor(async () => {
    const { info, state } = await handle.describe();
    const { numActionsTaken, recentActions } = info;
    if (numActionsTaken <= before) throw new Error(`${scheduleId}: ${JSON.stringify({ before, info, state })}`);
    return recentActions.at(-1);
  });
  const { workflowId, firstExecutionRunId } = action.workflow;
  return temporal.workflow.getHandle(workflowId, firstExecutionRunId);
}

/** As {@link triggerSchedule}, and waits for the run's end. @returns the result of its first activity or child workflow, if it had one */
export async function runSchedule<Result>(
  temporal: Client,
  scheduleId: string,
  overlap?: ScheduleOverlapPolicy,
): Promise<Result> {
  return (await runWholeSchedule(temporal, scheduleId, overlap))[0] as Result;
}

/** As {@link runSchedule}. @returns the results of all activities and child workflows, in their order */
export async function runWholeSchedule(
  temporal: Client,
  scheduleId: string,
  overlap?: ScheduleOverlapPolicy,
): Promise<unknown[]> {
  const run = await triggerSchedule(temporal, scheduleId, overlap);
  // The schedule would pass a result to the next run, under a key that may be removed by then.
  expect(await run.result()).toBeUndefined();
  const { events } = await run.fetchHistory();
  return (events ?? []).flatMap(
    ({ activityTaskCompletedEventAttributes: activity, childWorkflowExecutionCompletedEventAttributes: child }) => {
      const [payload] = (activity ?? child)?.result?.payloads ?? [];
      return payload ? [defaultPayloadConverter.fromPayload<unknown>(payload)] : [];
    },
  );
}
