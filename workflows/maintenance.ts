import { patched, proxyActivities, type ActivityOptions } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities';
import type {
  FoundEvidence,
  LearnInput,
  MaintenanceAct,
  MaintenanceInput,
  ReconcileInput,
  ReweighResult,
  RollupsInput,
} from './contract/maintenance';
import { taskQueues } from './contract/names';

interface Act extends Pick<ActivityOptions, 'startToCloseTimeout' | 'heartbeatTimeout' | 'retry'> {
  /** Text for the activity in the Temporal UI. */
  summary: string;
}

const heartbeatTimeout = '30s';
const patient = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m', maximumAttempts: 5 } as const;
/** Retry policy for actions that run about every minute: the next run starts over. */
const brief = { ...patient, maximumInterval: '30s' } as const;

const acts: Readonly<Record<MaintenanceAct, Act>> = {
  reconcileExecutions: { summary: 'compare executions with Temporal', startToCloseTimeout: '5m', retry: brief },
  updateRollups: {
    summary: 'count changed visitor days',
    // The time limit of a round plus one rebuild that starts at its end: half an hour for a hundred million events on a
    // small machine.
    startToCloseTimeout: '3h',
    heartbeatTimeout,
    retry: { ...brief, maximumAttempts: 3 },
  },
  reweighArms: {
    summary: 'recompute the weights of arms, and find evidence',
    startToCloseTimeout: '50m',
    heartbeatTimeout,
    retry: patient,
  },
  reweighExperiments: {
    summary: 'recompute the weights of bandits, and find evidence',
    startToCloseTimeout: '50m',
    heartbeatTimeout,
    retry: patient,
  },
  evaluateExperiments: {
    summary: 'evaluate experiments with new data',
    startToCloseTimeout: '50m',
    heartbeatTimeout,
    retry: brief,
  },
  checkAnomalies: {
    summary: 'check the last two days',
    startToCloseTimeout: '1h',
    heartbeatTimeout,
    retry: { ...patient, initialInterval: '10s', maximumInterval: '5m' },
  },
  syncDigests: {
    summary: 'compare the schedules of digests with the settings',
    startToCloseTimeout: '30m',
    heartbeatTimeout,
    retry: patient,
  },
  syncConnectionSchedules: {
    summary: 'compare the schedules of connections with the connections',
    startToCloseTimeout: '30m',
    heartbeatTimeout,
    retry: patient,
  },
};

/**
 * Runs one upkeep action, an activity with the same name. The counts are in the activity's result. The workflow returns
 * nothing, because its schedule would pass the result to the next run.
 */
export async function maintenance({ act, input }: MaintenanceInput): Promise<void> {
  const { summary, ...options } = acts[act];
  const activities = proxyActivities<MaintenanceActivities>({ taskQueue: taskQueues.maintenance, ...options });
  const activity = activities[act] as unknown as Activity;
  const learns = (act === 'reweighArms' || act === 'reweighExperiments') && patched('belief-updates');
  const given = learns ? learning : input;
  const result = await activity.executeWithOptions({ summary }, given === undefined ? [] : [given]);
  if (learns) await updateBeliefs((result as ReweighResult).evidence ?? []);
}

const learning: LearnInput = { listsEvidence: true };

const { updateBelief } = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  startToCloseTimeout: '1m',
  retry: patient,
});

/** Updates beliefs one after another, so that each has an activity with its old and new confidence. */
async function updateBeliefs(evidence: readonly FoundEvidence[]): Promise<void> {
  const failures: unknown[] = [];
  for (const found of evidence) {
    await updateBelief
      .executeWithOptions({ summary: found.beliefId }, [found])
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

interface Activity {
  executeWithOptions(options: ActivityOptions, args: unknown[]): Promise<unknown>;
}

/**
 * Workflow types from earlier versions, one per action. A workflow that an earlier version started ends under its own
 * type, because its schedule starts no other workflow in the meantime.
 */
export const reconcileExecutions = (input: ReconcileInput) => maintenance({ act: 'reconcileExecutions', input });
export const updateRollups = (input: RollupsInput) => maintenance({ act: 'updateRollups', input });
export const reweighArms = () => maintenance({ act: 'reweighArms' });
export const reweighExperiments = () => maintenance({ act: 'reweighExperiments' });
export const checkAnomalies = () => maintenance({ act: 'checkAnomalies' });
export const syncDigests = () => maintenance({ act: 'syncDigests' });
export const syncConnectionSchedules = () => maintenance({ act: 'syncConnectionSchedules' });
