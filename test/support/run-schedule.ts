import { ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { scheduleIds } from '../../workflows/contract/maintenance';
import { waitFor } from './wait-for';

/** Schedules that also run when they are created. */
const runNow: string[] = [scheduleIds.syncDigests, scheduleIds.syncConnections];

/**
 * Triggers a schedule as an operator does. Waits for a worker that is still creating it.
 * @param overlap the schedule's own policy would skip this run if another one is running, or has ended without the
 *   schedule noticing
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
    // Otherwise that run could be taken for the one triggered here.
    if (runNow.includes(scheduleId) && info.numActionsTaken === 0) throw new Error(`${scheduleId} has not run yet.`);
    return info;
  });
  const isTaken = async () => {
    const { info, state } = await handle.describe();
    const { numActionsTaken, recentActions } = info;
    if (numActionsTaken <= before) throw new Error(`${scheduleId}: ${JSON.stringify({ before, info, state })}`);
    return recentActions.at(-1);
  };
  await handle.trigger(overlap);
  const { action } = await waitFor(isTaken, { timeoutMs: 60_000 }).catch(async () => {
    // The server has lost a trigger directly after it created the schedule.
    await handle.trigger(overlap);
    return waitFor(isTaken);
  });
  const { workflowId, firstExecutionRunId } = action.workflow;
  return temporal.workflow.getHandle(workflowId, firstExecutionRunId);
}

/**
 * Like {@link triggerSchedule}, and waits for the run's end.
 * @returns the result of its first activity or child workflow, if any
 */
export async function runSchedule<Result>(
  temporal: Client,
  scheduleId: string,
  overlap?: ScheduleOverlapPolicy,
): Promise<Result> {
  return (await runWholeSchedule(temporal, scheduleId, overlap))[0] as Result;
}

/** Like {@link runSchedule}. @returns the results of all activities and child workflows, in order */
export async function runWholeSchedule(
  temporal: Client,
  scheduleId: string,
  overlap?: ScheduleOverlapPolicy,
): Promise<unknown[]> {
  const run = await triggerSchedule(temporal, scheduleId, overlap);
  // A schedule passes a result to its next run, encrypted with a key that may be removed by then.
  expect(await run.result()).toBeUndefined();
  const { events } = await run.fetchHistory();
  return (events ?? []).flatMap(
    ({ activityTaskCompletedEventAttributes: activity, childWorkflowExecutionCompletedEventAttributes: child }) => {
      const [payload] = (activity ?? child)?.result?.payloads ?? [];
      return payload ? [defaultPayloadConverter.fromPayload<unknown>(payload)] : [];
    },
  );
}
