import { ScheduleNotFoundError, ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import type { WorkerSettings } from '../config';
import { scheduleIds, type MaintenanceInput, type RollupsInput } from '../workflows/contract/maintenance';
import { taskQueues, workflowTypes } from '../workflows/contract/names';
import { createSchedule, removeSchedule } from './schedule-handles';

export type ScheduleSettings = Pick<
  WorkerSettings,
  | 'RECONCILE_EVERY_SECONDS'
  | 'ROLLUPS_EVERY_SECONDS'
  | 'MAINTAIN_EVERY_SECONDS'
  | 'REWEIGH_EVERY_SECONDS'
  | 'ANOMALIES_EVERY_SECONDS'
>;

interface InstallationSchedule {
  id: string;
  everySeconds: number;
  /**
   * Input of the workflow `maintenance`. Without it, the schedule starts `maintainEvents`, which has its own actions.
   */
  maintenance?: MaintenanceInput;
  /** Whether it also runs when it is created, because it may have been lost. */
  startsImmediately?: true;
  /** Text for each run in the Temporal UI. */
  summary: string;
}

/** Schedules of earlier releases. Their workers may create them again during a rolling update. */
const removedSchedules = ['reconcile-executions'];

const removeOldSchedules = (client: Client) => removedSchedules.map((id) => removeSchedule(client, id));

/**
 * Creates or updates the schedules of the installation, and removes those of earlier releases. Several workers may call
 * it at the same time.
 */
export async function ensureSchedules(client: Client, settings: ScheduleSettings): Promise<void> {
  const ensured = schedules(settings).map((schedule) => ensureSchedule(client, schedule));
  await Promise.all([...ensured, ...removeOldSchedules(client)]);
}

/**
 * Creates schedules that Temporal lost, and removes those of earlier releases. Leaves the others unchanged, because an
 * update skips a run that is due.
 */
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
  await Promise.all([...schedules(settings).map(restore), ...removeOldSchedules(client)]);
}

function schedules(settings: ScheduleSettings): InstallationSchedule[] {
  const rollups: RollupsInput = { forSeconds: 45 };
  return [
    {
      id: scheduleIds.updateRollups,
      maintenance: { act: 'updateRollups', input: rollups },
      everySeconds: settings.ROLLUPS_EVERY_SECONDS,
      summary: 'Counts the visitor days that new events have changed',
    },
    {
      id: scheduleIds.maintainEvents,
      everySeconds: settings.MAINTAIN_EVERY_SECONDS,
      summary: 'Creates future partitions, applies retention, purges message ids and rejected events',
    },
    ...experimentSchedules(settings),
    {
      id: scheduleIds.syncDigests,
      maintenance: { act: 'syncDigests' },
      everySeconds: settings.MAINTAIN_EVERY_SECONDS,
      // A server that lost this schedule also lost the digest schedules.
      startsImmediately: true,
      summary: 'Compares the schedules of digests with the settings',
    },
    {
      id: scheduleIds.syncConnections,
      maintenance: { act: 'syncConnectionSchedules' },
      everySeconds: settings.MAINTAIN_EVERY_SECONDS,
      startsImmediately: true,
      summary: 'Compares the schedules of connections with the connections',
    },
    {
      id: scheduleIds.checkAnomalies,
      maintenance: { act: 'checkAnomalies' },
      everySeconds: settings.ANOMALIES_EVERY_SECONDS,
      summary: 'Looks for days with unusual values',
    },
  ];
}

const experimentSchedules = ({
  REWEIGH_EVERY_SECONDS: everySeconds,
  RECONCILE_EVERY_SECONDS,
}: ScheduleSettings): InstallationSchedule[] => [
  {
    id: scheduleIds.evaluateExperiments,
    maintenance: { act: 'evaluateExperiments' },
    everySeconds: RECONCILE_EVERY_SECONDS,
    summary: 'Evaluates experiments with new data and records their decisions',
  },
  {
    id: scheduleIds.reweighArms,
    maintenance: { act: 'reweighArms' },
    everySeconds,
    summary: 'Recomputes the weights and beliefs of experiment steps',
  },
  {
    id: scheduleIds.reweighExperiments,
    maintenance: { act: 'reweighExperiments' },
    everySeconds,
    summary: 'Recomputes the weights of bandits and the beliefs of completed experiments',
  },
];

async function ensureSchedule(client: Client, schedule: InstallationSchedule): Promise<void> {
  try {
    await client.schedule.getHandle(schedule.id).update((current) => ({
      ...current,
      ...optionsOf(schedule),
      // An operator who paused it may have noted the reason.
      state: { ...current.state, note: current.state.paused ? current.state.note : schedule.summary },
    }));
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    await createInstallationSchedule(client, schedule);
  }
}

/** Creates the schedule. If another worker created it first, it is the same. */
async function createInstallationSchedule(client: Client, schedule: InstallationSchedule): Promise<void> {
  const state = { triggerImmediately: schedule.startsImmediately ?? false, note: schedule.summary };
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
