import type { Client } from '@temporalio/client';
import { waitFor } from './wait-for';

/** Triggers a schedule as an operator does, and waits for the end of the run that it starts. */
export async function runSchedule<Result>(temporal: Client, scheduleId: string): Promise<Result> {
  const handle = temporal.schedule.getHandle(scheduleId);
  const before = (await handle.describe()).info.numActionsTaken;
  await handle.trigger();
  const { action } = await waitFor(async () => {
    const { info } = await handle.describe();
    return info.numActionsTaken > before ? info.recentActions.at(-1) : null;
  });
  const { workflowId, firstExecutionRunId } = action.workflow;
  return (await temporal.workflow.getHandle(workflowId, firstExecutionRunId).result()) as Result;
}
