/** Schedules of the installation; each run's workflow has the same id, with the time. */
export const scheduleIds = {
  reconcileExecutions: 'reconcile-executions',
  updateRollups: 'update-rollups',
  maintainEvents: 'maintain-events',
  reweighArms: 'reweigh-arms',
  reweighExperiments: 'reweigh-experiments',
  syncDigests: 'sync-digests',
  syncConnections: 'sync-connections',
  checkAnomalies: 'check-anomalies',
} as const;

/** Acts of upkeep, each an activity of the same name. */
export type MaintenanceAct =
  | 'reconcileExecutions'
  | 'updateRollups'
  | 'reweighArms'
  | 'reweighExperiments'
  | 'checkAnomalies'
  | 'syncDigests'
  | 'syncConnectionSchedules';

export interface MaintenanceInput {
  act: MaintenanceAct;
  /** Of acts that take one. */
  input?: ReconcileInput | RollupsInput;
}

export interface ReconcileInput {
  /** Executions looked at in one round. */
  limit: number;
}

export interface ReconcileResult {
  checked: number;
  restarted: number;
  ended: number;
  /** Overdue notices that were queued again. */
  notices: number;
  /** Executions that received a signal because their step has been pending for over a minute. */
  pending?: number;
}

export interface RollupsInput {
  /** Seconds after which no further workspace is begun. */
  forSeconds: number;
}

export interface RollupsResult {
  workspaces: number;
  markers: number;
  /** Changes at steps of runs that were added to the totals. */
  steps: number;
  /** Changes of subjects, by cohort and by arm, that were added to the totals. */
  subjects: number;
}

export interface PartitionsResult {
  made: string[];
}

export interface RetentionResult {
  /** Workspaces of which days were closed. */
  closed: number;
  /** Partitions. */
  dropped: string[];
  events: number;
}

/** In rows. */
export interface PurgeResult {
  messageIds: number;
  rejectedEvents: number;
  sessions: number;
  /** Missing in histories from before there were any. */
  idempotencyKeys?: number;
  abandonedSends?: number;
  sendEvents?: number;
  cohortSpans?: number;
}

/** What the parts of one upkeep did; a part that failed is missing. */
export interface MaintainResult {
  partitions?: PartitionsResult;
  retention?: RetentionResult;
  purge?: PurgeResult;
}

export interface ReweighResult {
  /** With experiment steps that learn; their steps. */
  journeys: number;
  steps: number;
  /** Steps whose weights changed. */
  reweighed: number;
}

export interface ReweighExperimentsResult {
  /** Bandits that run, and completed experiments whose belief was still to be updated. */
  experiments: number;
  /** Whose weights changed. */
  reweighed: number;
}

export interface SyncDigestsResult {
  checked: number;
  /** Schedules that were missing, different or left over. */
  mended: number;
}

export interface SyncSchedulesResult {
  checked: number;
  /** Schedules that were missing or left over. */
  mended: number;
}

export interface CheckAnomaliesResult {
  workspaces: number;
  /** That were not found before. */
  found: number;
}
