import type { Plan } from '../domain/journeys/advance';

/** Names, ids and inputs that the API, the workers and the workflows agree on. Inputs carry ids and structure, never content. */

export const taskQueues = {
  journeys: 'journeys',
  email: 'email',
  /** Calls of other services, which may hang: they hold up only each other. */
  webhooks: 'webhooks',
  maintenance: 'maintenance',
} as const;

export const workflowTypes = {
  journeyExecution: 'journeyExecution',
  noticeDelivery: 'noticeDelivery',
  reconcileExecutions: 'reconcileExecutions',
  updateRollups: 'updateRollups',
  maintainEvents: 'maintainEvents',
  reweighArms: 'reweighArms',
  reweighExperiments: 'reweighExperiments',
  digestDue: 'digestDue',
  weeklyDigest: 'weeklyDigest',
  syncDigests: 'syncDigests',
  forgetEndUser: 'forgetEndUser',
  connectionDue: 'connectionDue',
  syncConnection: 'syncConnection',
  syncConnectionSchedules: 'syncConnectionSchedules',
  checkAnomalies: 'checkAnomalies',
  matchHistory: 'matchHistory',
} as const;

/** Search attributes of journey executions, with their Temporal types. */
export const searchAttributeTypes = {
  WorkspaceId: 'KEYWORD',
  JourneyId: 'KEYWORD',
  JourneyVersion: 'INT',
  EndUserId: 'KEYWORD',
  CurrentStepId: 'KEYWORD',
} as const;

export const journeyWorkflowId = (executionId: string): string => `journey/${executionId}`;

export const erasureWorkflowId = (erasureId: string): string => `erasure/${erasureId}`;

export const historyWorkflowId = ({ workspaceId, conversionId }: MatchHistoryInput): string =>
  `conversions/${workspaceId}/${conversionId}`;

export const noticeWorkflowId = (sendId: string): string => `notice/${sendId}`;

/** One schedule a workspace. */
export const digestScheduleId = (workspaceId: string): string => `digest/${workspaceId}`;

/** @param date local to the workspace, ISO 8601 */
export const digestWorkflowId = (workspaceId: string, date: string): string => `digest/${workspaceId}/${date}`;

/** One schedule a connection. */
export const connectionScheduleId = (connectionId: string): string => `connection/${connectionId}`;

/** One pull of a connection at a time. */
export const connectionWorkflowId = (connectionId: string): string => `connection/${connectionId}`;

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

export interface JourneyExecutionInput {
  workspaceId: string;
  executionId: string;
  journeyId: string;
  version: number;
  /** The pinned version's structure. */
  plan: Plan;
  /** Where to begin: the entry, or the step at which a lost run stood. */
  fromStepId: string;
}

/** How a run ended. `goal` at whatever step it stood. */
export interface JourneyExecutionResult {
  endedAt: string;
  ending: 'exit' | 'skipped' | 'goal';
}

/** Tells a run that an event concerns it. Sent again, it changes nothing: the event's id is known by then. */
export const eventSignal = 'event';

export interface EventSignal {
  eventId: string;
  /** `goal` ends the run; `awaited` is what a wait waits for. */
  kind: 'goal' | 'awaited';
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
  /** Bandits that run, and completed experiments whose belief was still to be told. */
  experiments: number;
  /** Whose weights changed. */
  reweighed: number;
}

export interface NoticeDeliveryInput {
  workspaceId: string;
  sendId: string;
}

/** Whom it is about is in the database only. */
export interface ErasureInput {
  workspaceId: string;
  erasureId: string;
}

export interface MatchHistoryInput {
  workspaceId: string;
  conversionId: string;
}

export interface MatchHistoryRound extends MatchHistoryInput {
  /** Seconds after which no further portion is begun. */
  forSeconds: number;
}

export interface MatchHistoryResult {
  /** Nothing is left to match or to delete. */
  isDone: boolean;
  doneDays: number;
  totalDays: number;
}

/** Tells a running workflow that the conversion has changed again. */
export const conversionChangedSignal = 'conversionChanged';

/** What the schedule of a workspace's digest starts. */
export interface DigestDueInput {
  workspaceId: string;
  /** The workspace's, in which the schedule's times are. */
  timezone: string;
}

export interface DigestInput {
  workspaceId: string;
  /** Local to the workspace, ISO 8601. */
  date: string;
}

export interface DigestResult {
  /** Messages to members that were written. */
  notices: number;
}

export interface SyncDigestsResult {
  checked: number;
  /** Schedules that were missing, different or left over. */
  mended: number;
}

export interface SyncConnectionInput {
  workspaceId: string;
  connectionId: string;
  /** Members are told when it is done. */
  byHand?: true;
}

export interface SyncConnectionResult {
  /** `gone`: the connection was deleted; `refused`: no repeat helps; `gave_up`: none helped. Why is in the connection. */
  outcome: 'pulled' | 'gone' | 'refused' | 'gave_up';
  /** Campaigns' days that were stored. */
  rows: number;
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
