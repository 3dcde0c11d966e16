import {
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleDescription,
  type ScheduleOptions,
} from '@temporalio/client';
import type { Database } from '../db/connection/pool';
import { findWorkspace, type Workspace } from '../db/workspaces/workspaces';
import type { Schedules } from '../operations/ports';
import { taskQueues, workflowTypes } from '../workflows/contract/names';
import { digestScheduleId, type DigestDueInput } from '../workflows/contract/weekly-digest';
import {
  applyNewest,
  createSchedule,
  isTyped,
  listScheduled,
  removeSchedule,
  workspaceAttribute,
} from './schedule-handles';

const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
/** The time over which digests of the same minute spread. They keep their minute, and so their day. */
const jitterMs = 59_000;
/** A digest that was due while Temporal was down still runs within this time. */
const catchupMs = 86_400_000;

/** Creates one schedule per workspace, from its newest row. */
export function createDigestSchedules(client: Client, database: Database): Schedules {
  return {
    sync: (workspaceId) =>
      applyNewest(
        async () => {
          const workspace = await findWorkspace(database, workspaceId);
          return workspace?.pausedAt === null ? scheduleOf(workspace) : null;
        },
        (wanted) => (wanted === null ? removeSchedule(client, digestScheduleId(workspaceId)) : ensure(client, wanted)),
      ),

    list: () => listScheduled(client, digestScheduleId('')),
  };
}

function scheduleOf({ id: workspaceId, name, digest, timezone }: Workspace) {
  const [hour = 0, minute = 0] = digest.time.split(':').map(Number);
  const dayOfWeek = weekdays[digest.weekday - 1] ?? 'MONDAY';
  const input: DigestDueInput = { workspaceId, timezone };
  return {
    scheduleId: digestScheduleId(workspaceId),
    spec: { calendars: [{ dayOfWeek, hour, minute }], timezone, jitter: jitterMs },
    action: {
      type: 'startWorkflow',
      workflowId: digestScheduleId(workspaceId),
      workflowType: workflowTypes.digestDue,
      taskQueue: taskQueues.maintenance,
      args: [input],
      staticSummary: `Weekly digest of ${name} is due`,
      typedSearchAttributes: workspaceAttribute(workspaceId),
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: catchupMs },
    state: { paused: !digest.enabled, note: noteOf({ digest, timezone }) },
    typedSearchAttributes: workspaceAttribute(workspaceId),
  } satisfies ScheduleOptions;
}

/** Describes the schedule for operators. Comparing it shows whether the schedule matches the settings. */
function noteOf({ digest, timezone }: Pick<Workspace, 'digest' | 'timezone'>): string {
  const day = weekdays[digest.weekday - 1] ?? 'MONDAY';
  return `${day.charAt(0)}${day.slice(1).toLowerCase()} ${digest.time}, ${timezone}${digest.enabled ? '' : '; off'}`;
}

type Schedule = ReturnType<typeof scheduleOf>;

/** @returns whether the schedule was missing or different */
async function ensure(client: Client, wanted: Schedule): Promise<boolean> {
  const { scheduleId, ...options } = wanted;
  const handle = client.schedule.getHandle(scheduleId);
  try {
    // An update skips a run that is due but has not started, so unchanged schedules are not updated.
    if (isAsWanted(await handle.describe(), wanted)) return false;
    await handle.update((current) => ({ ...options, state: { ...current.state, ...options.state } }));
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    if (!(await createSchedule(client, wanted))) return ensure(client, wanted);
  }
  return true;
}

function isAsWanted(description: ScheduleDescription, wanted: Schedule): boolean {
  const { state, policies, spec } = description;
  return (
    isTyped(description) &&
    state.paused === wanted.state.paused &&
    state.note === wanted.state.note &&
    spec.timezone === wanted.spec.timezone &&
    (spec.jitter ?? 0) === wanted.spec.jitter &&
    policies.overlap === wanted.policies.overlap &&
    policies.catchupWindow === wanted.policies.catchupWindow
  );
}
