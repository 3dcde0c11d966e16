import { createSubject, executionsOf, publishJourney, trackEvent } from './journeys';
import { waitFor } from './wait-for';
import type { World } from './world';

/**
 * Starts executions of a journey with a wait.
 * @param duration long enough for the start of all
 * @returns the ids of their workflows, when all have the timer of the wait
 */
export async function startWaiting(world: World, count: number, duration: string): Promise<string[]> {
  const journey = await publishJourney(world, [
    { id: 'pause', kind: 'wait', duration, next: 'end' },
    { id: 'end', kind: 'exit', reason: 'done' },
  ]);
  for (let started = 0; started < count; started += 1) {
    const { visitorId } = await createSubject(world);
    await trackEvent(world, journey.eventName, visitorId);
  }
  const ids = await waitFor(
    async () => {
      const executions = await executionsOf(world, journey.id);
      return executions.length === count && executions.map(({ workflowId }) => workflowId!);
    },
    { what: 'the executions' },
  );
  const hasTimer = async (id: string): Promise<boolean> =>
    (await eventsOf(world, id)).some(({ timerStartedEventAttributes: timer }) => timer);
  await Promise.all(ids.map((id) => waitFor(() => hasTimer(id), { what: `the timer of ${id}` })));
  return ids;
}

export async function eventsOf(world: World, workflowId: string) {
  const { events } = await world.temporal.workflow.getHandle(workflowId).fetchHistory();
  return events ?? [];
}

/** Returns the workflow task that a workflow is waiting for, if there is one. */
export async function pendingTaskOf({ namespace, temporal }: World, workflowId: string) {
  const request = { namespace, execution: { workflowId } };
  return (await temporal.workflowService.describeWorkflowExecution(request)).pendingWorkflowTask;
}

/**
 * Gives workers tasks that time out: the steps after the wait are locked out of the database until the workers are frozen.
 * @returns when each workflow has had a timeout
 */
export async function letTasksTimeOut(world: World, ids: readonly string[], freezeWorkers: () => void): Promise<void> {
  const lock = await world.database.transaction();
  await lock.raw('lock table executions in access exclusive mode');
  const isStarted = async (id: string): Promise<boolean> =>
    Number((await pendingTaskOf(world, id))?.startedTime?.seconds ?? 0) > 0;
  await Promise.all(ids.map((id) => waitFor(() => isStarted(id), { what: `a workflow task of ${id}` })));
  freezeWorkers();
  await lock.rollback();
  const hasTimedOut = async (id: string): Promise<boolean> =>
    (await eventsOf(world, id)).some(({ workflowTaskTimedOutEventAttributes: timeout }) => timeout);
  await Promise.all(ids.map((id) => waitFor(() => hasTimedOut(id), { what: `a timeout of ${id}` })));
}
