import { ScheduleNotFoundError, ScheduleOverlapPolicy, type Client, type ScheduleOptions } from '@temporalio/client';
import type { Database } from '../db/connection/pool';
import { findScheduledConnection } from '../db/connections/connections';
import type { Schedules } from '../operations/ports';
import { taskQueues, workflowTypes } from '../workflows/contract/names';
import { connectionScheduleId, type SyncConnectionInput } from '../workflows/contract/sync-connection';
import {
  applyNewest,
  createSchedule,
  isTyped,
  listScheduled,
  removeSchedule,
  workspaceAttribute,
} from './schedule-handles';

/** A pull that was due while Temporal was down still runs within this time. */
const catchupMs = 43_200_000;

/**
 * Creates one daily schedule per connection, between 03:00 and 07:00 UTC. Random start times avoid simultaneous calls.
 */
export function createConnectionSchedules(client: Client, database: Database): Schedules {
  return {
    sync: (connectionId) =>
      applyNewest(
        async () => {
          const connection = await findScheduledConnection(database, connectionId);
          return connection === null ? null : scheduleOf({ workspaceId: connection.workspaceId, connectionId });
        },
        (wanted) =>
          wanted === null ? removeSchedule(client, connectionScheduleId(connectionId)) : ensure(client, wanted),
      ),

    list: () => listScheduled(client, connectionScheduleId('')),
  };
}

function scheduleOf(input: SyncConnectionInput) {
  const scheduleId = connectionScheduleId(input.connectionId);
  return {
    scheduleId,
    spec: { calendars: [{ hour: 3 }], jitter: '4h', timezone: 'UTC' },
    action: {
      type: 'startWorkflow',
      workflowId: `${scheduleId}/due`,
      workflowType: workflowTypes.connectionDue,
      taskQueue: taskQueues.maintenance,
      args: [input],
      staticSummary: `Daily pull of ${input.connectionId} is due`,
      typedSearchAttributes: workspaceAttribute(input.workspaceId),
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: catchupMs },
    typedSearchAttributes: workspaceAttribute(input.workspaceId),
  } satisfies ScheduleOptions;
}

/** @returns whether the schedule was missing or different */
async function ensure(client: Client, wanted: ReturnType<typeof scheduleOf>): Promise<boolean> {
  const { scheduleId, ...options } = wanted;
  const handle = client.schedule.getHandle(scheduleId);
  try {
    if (isTyped(await handle.describe())) return false;
    await handle.update((current) => ({ ...options, state: current.state }));
    return true;
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    if (!(await createSchedule(client, wanted))) return ensure(client, wanted);
    return true;
  }
}
