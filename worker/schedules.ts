import { ScheduleNotFoundError, ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import type { WorkerSettings } from '../config';
import {
  scheduleIds,
  type MaintenanceInput,
  type ReconcileInput,
  type RollupsInput,
} from '../workflows/contract/maintenance';
import { taskQueues, workflowTypes } from '../workflows/contract/names';
import { createSchedule } from './schedule-handles';

export type ScheduleSettings = Pick<
  WorkerSettings,
  | 'RECONCILE_EVERY_SECONDS'
  | 'ROLLUPS_EVERY_SECONDS'
  | 'MAINTAIN_EVERY_SECONDS'
  | 'REWEIGH_EVERY_SECONDS'
  | 'ANOMALIES_EVERY_SECONDS'
>;

/** What the schedule and the worker's own rounds look at in one round. */
export const reconcileRound: ReconcileInput = { limit: 2_000 };

interface InstallationSchedule {
  id: string;
  everySeconds: number;
  /** Of the workflow `maintenance`; without one it is `maintainEvents`, which has acts of its own. */
  maintenance?: MaintenanceInput;
  /** Whether it also runs when it is made, as it may have been lost. */
  atOnce?: true;
  /** What the Temporal UI shows of each run. */
  summary: string;
}

/** Creates or updates the schedules of the installation. Safe from several workers at once. */
export async function ensureSchedules(client: Client, settings: ScheduleSettings): Promise<void> {
  await Promise.all(schedules(settings).map((schedule) => ensureSchedule(client, schedule)));
}

/** Creates those of the schedules that Temporal has lost, and leaves the others as they are: an update skips a run that is due. */
export async function restoreSchedules(client: Client, settings: ScheduleSettings): Promise<void> {
  const isThere = (id: string): Promise<boolean> =>
    client.schedule
      .getHandle(id)
      .describe()
      .then(
        () => true,
        (error: unknown) => {
          if (error instanceof ScheduleNotFoundError) return false;
          throw error;
        },
      );
  const restore = async (schedule: InstallationSchedule): Promise<void> => {
    if (!(await isThere(schedule.id))) await createInstallationSchedule(client, schedule);
  };
  await Promise.all(schedules(settings).map(restore));
}

function schedules(settings: ScheduleSettings): InstallationSchedule[] {
  const rollups: RollupsInput = { forSeconds: 45 };
  return [
    {
      id: scheduleIds.reconcileExecutions,
      maintenance: { act: 'reconcileExecutions', input: reconcileRound },
      everySeconds: settings.RECONCILE_EVERY_SECONDS,
      summary: 'Compares running executions with Temporal and mends what differs',
    },
    {
      id: scheduleIds.updateRollups,
      maintenance: { act: 'updateRollups', input: rollups },
      everySeconds: settings.ROLLUPS_EVERY_SECONDS,
      summary: 'Counts the visitor days that new events have changed',
    },
    {
      id: scheduleIds.maintainEvents,
      everySeconds: settings.MAINTAIN_EVERY_SECONDS,
      summary: 'Makes partitions ahead, applies retention, purges message ids and refused events',
    },
    ...learningSchedules(settings),
    {
      id: scheduleIds.syncDigests,
      maintenance: { act: 'syncDigests' },
      everySeconds: settings.MAINTAIN_EVERY_SECONDS,
      // A server that lost this schedule lost those of the digests, too.
      atOnce: true,
      summary: 'Compares the schedules of digests with the settings',
    },
    {
      id: scheduleIds.syncConnections,
      maintenance: { act: 'syncConnectionSchedules' },
      everySeconds: settings.MAINTAIN_EVERY_SECONDS,
      atOnce: true,
      summary: 'Compares the schedules of connections with the connections',
    },
    {
      id: scheduleIds.checkAnomalies,
      maintenance: { act: 'checkAnomalies' },
      everySeconds: settings.ANOMALIES_EVERY_SECONDS,
      summary: 'Looks for days whose figures stand out',
    },
  ];
}

const learningSchedules = ({ REWEIGH_EVERY_SECONDS: everySeconds }: ScheduleSettings): InstallationSchedule[] => [
  {
    id: scheduleIds.reweighArms,
    maintenance: { act: 'reweighArms' },
    everySeconds,
    summary: 'Weighs the arms of experiment steps anew and tells their beliefs',
  },
  {
    id: scheduleIds.reweighExperiments,
    maintenance: { act: 'reweighExperiments' },
    everySeconds,
    summary: 'Weighs the variants of bandits anew and tells the beliefs of completed experiments',
  },
];

async function ensureSchedule(client: Client, schedule: InstallationSchedule): Promise<void> {
  try {
    await client.schedule.getHandle(schedule.id).update((current) => ({ ...current, ...optionsOf(schedule) }));
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    await createInstallationSchedule(client, schedule);
  }
}

/** One that another worker has created first is the same. */
async function createInstallationSchedule(client: Client, schedule: InstallationSchedule): Promise<void> {
  const state = { triggerImmediately: schedule.atOnce ?? false };
  await createSchedule(client, { scheduleId: schedule.id, ...optionsOf(schedule), state });
}

function optionsOf({ id, everySeconds, maintenance, summary }: InstallationSchedule) {
  return {
    spec: { intervals: [{ every: everySeconds * 1_000 }] },
    action: {
      type: 'startWorkflow' as const,
      workflowId: id,
      workflowType: maintenance === undefined ? workflowTypes.maintainEvents : workflowTypes.maintenance,
      args: maintenance === undefined ? [] : [maintenance],
      taskQueue: taskQueues.maintenance,
      staticSummary: summary,
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
  };
}
