/** Schedules of the installation. The id of each workflow is the schedule's id and the time. */
export const scheduleIds = {
  updateRollups: 'update-rollups',
  maintainEvents: 'maintain-events',
  reweighArms: 'reweigh-arms',
  reweighExperiments: 'reweigh-experiments',
  evaluateExperiments: 'evaluate-experiments',
  syncDigests: 'sync-digests',
  syncConnections: 'sync-connections',
  checkAnomalies: 'check-anomalies',
} as const;

/**
 * Actions of the upkeep. Each is an activity with the same name. Earlier releases had a schedule for
 * `reconcileExecutions`; now the worker's own rounds call it.
 */
export type MaintenanceAct =
  | 'reconcileExecutions'
  | 'updateRollups'
  | 'reweighArms'
  | 'reweighExperiments'
  | 'evaluateExperiments'
  | 'checkAnomalies'
  | 'syncDigests'
  | 'syncConnectionSchedules';

export interface MaintenanceInput {
  act: MaintenanceAct;
  /** The input of actions that take one. */
  input?: ReconcileInput | RollupsInput;
}

/** Input of the actions that find evidence for beliefs. */
export interface LearnInput {
  /** Whether the result lists the evidence, which the workflow then records belief by belief. */
  listsEvidence?: true;
}

/** Evidence that an action found. Figures, and ids of the belief and of the source. */
export type FoundEvidence = { workspaceId: string; beliefId: string; delta: number; sampleSize: number } & (
  { experimentId: string } | { journeyId: string; stepId: string }
);

/** What evidence did to a belief: confidences are from 0 to 1. */
export interface UpdateBeliefResult {
  beliefId: string;
  evidenceId: string | null;
  delta: number;
  sampleSize: number;
  confidence: { before: number; after: number };
}

export interface ReconcileInput {
  /** Executions compared per round, at most. */
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
  /** Time limit in seconds. After it, no other workspace is started. */
  forSeconds: number;
}

export interface RollupsResult {
  workspaces: number;
  markers: number;
  /** Changes at journey steps that were added to the totals. */
  steps: number;
  /** Changes of subjects, by cohort and by arm, that were added to the totals. */
  subjects: number;
}

export interface PartitionsResult {
  made: string[];
}

export interface RetentionResult {
  /** Workspaces for which days were closed. */
  closed: number;
  /** Names of the dropped partitions. */
  dropped: string[];
  events: number;
}

/** Counts of deleted rows. */
export interface PurgeResult {
  messageIds: number;
  rejectedEvents: number;
  sessions: number;
  /** Optional, because older histories do not have these counts. */
  idempotencyKeys?: number;
  abandonedSends?: number;
  sendEvents?: number;
  cohortSpans?: number;
  personChanges?: number;
  importedRows?: number;
}

/** Results of the parts of one upkeep. A failed part is missing. */
export interface MaintainResult {
  partitions?: PartitionsResult;
  retention?: RetentionResult;
  purge?: PurgeResult;
}

export interface ReweighResult {
  /** New evidence, if the input has `listsEvidence`. At most 200 entries; the next run continues. */
  evidence?: FoundEvidence[];
  /** Journeys that have experiment steps with adaptive weights. */
  journeys: number;
  steps: number;
  /** Steps with changed weights. */
  reweighed: number;
}

export interface ReweighExperimentsResult {
  /** New evidence, if the input has `listsEvidence`. At most 200 entries; the next run continues. */
  evidence?: FoundEvidence[];
  /** Running bandits, and completed experiments with beliefs to update. */
  experiments: number;
  /** Experiments with changed weights. */
  reweighed: number;
}

export interface EvaluateExperimentsResult {
  /** Running and paused experiments, and those that ended within the last hour. */
  experiments: number;
}

export interface SyncDigestsResult {
  checked: number;
  /** Schedules that were missing, different or obsolete. */
  repaired: number;
}

export interface SyncSchedulesResult {
  checked: number;
  /** Schedules that were missing or obsolete. */
  repaired: number;
}

export interface CheckAnomaliesResult {
  workspaces: number;
  /** New anomalies. */
  found: number;
}
