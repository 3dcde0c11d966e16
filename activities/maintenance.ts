import { checkAllAnomalies } from '../operations/analytics/check-anomalies';
import { updateRollups } from '../operations/analytics/update-rollups';
import { matchHistory } from '../operations/conversions/history';
import { writeDigest } from '../operations/digests/digests';
import { applyRetention, makeEventPartitions } from '../operations/events/event-storage';
import { evaluateExperiments } from '../operations/experiments/evaluate-experiment';
import { learnFromExperiments } from '../operations/experiments/learn-from-experiment';
import { learnFromJourneys } from '../operations/journeys/learn-from-journey';
import { reconcileExecutions, type ReconcileContext } from '../operations/journeys/reconcile-executions';
import type { Context } from '../operations/ports';
import { purge } from '../operations/upkeep/purge';
import { syncConnectionSchedules, syncDigestSchedules } from '../operations/upkeep/sync-schedules';
import type {
  CheckAnomaliesResult,
  EvaluateExperimentsResult,
  PartitionsResult,
  PurgeResult,
  ReconcileInput,
  ReconcileResult,
  RetentionResult,
  ReweighExperimentsResult,
  ReweighResult,
  RollupsInput,
  RollupsResult,
  SyncDigestsResult,
  SyncSchedulesResult,
} from '../workflows/contract/maintenance';
import type { MatchHistoryResult, MatchHistoryRound } from '../workflows/contract/match-history';
import type { DigestInput, DigestResult } from '../workflows/contract/weekly-digest';
import { attempt } from './attempt';

export type MaintenanceContext = ReconcileContext &
  Pick<Context, 'clock' | 'connectionSchedules' | 'digestSchedules'> & {
    /** Seconds after which an execution is compared with its workflow again. */
    recheckAfterSeconds: number;
  };

/** Activities for upkeep. All are safe to repeat, and continue with what is left. */
export const createMaintenanceActivities = (context: MaintenanceContext) => ({
  reconcileExecutions: ({ limit }: ReconcileInput): Promise<ReconcileResult> =>
    reconcileExecutions(context, { limit, recheckAfterSeconds: context.recheckAfterSeconds }),

  makePartitions: async (): Promise<PartitionsResult> => ({ made: await attempt(context, makeEventPartitions) }),

  applyRetention: (): Promise<RetentionResult> => attempt(context, applyRetention),

  purge: (): Promise<PurgeResult> => attempt(context, purge),

  updateRollups: ({ forSeconds }: RollupsInput): Promise<RollupsResult> =>
    attempt(context, (given) => updateRollups(given, forSeconds * 1_000)),

  reweighArms: (): Promise<ReweighResult> => attempt(context, learnFromJourneys),

  evaluateExperiments: (): Promise<EvaluateExperimentsResult> => attempt(context, evaluateExperiments),

  reweighExperiments: (): Promise<ReweighExperimentsResult> => attempt(context, learnFromExperiments),

  checkAnomalies: (): Promise<CheckAnomaliesResult> => attempt(context, checkAllAnomalies),

  matchHistory: ({ workspaceId, conversionId: id, forSeconds }: MatchHistoryRound): Promise<MatchHistoryResult> =>
    attempt(context, (given) => matchHistory(given, { workspaceId, id }, forSeconds * 1_000)),

  writeDigest: async ({ workspaceId, date }: DigestInput): Promise<DigestResult> => ({
    notices: await attempt(context, (given) => writeDigest(given, workspaceId, date)),
  }),

  syncDigests: (): Promise<SyncDigestsResult> => attempt(context, syncDigestSchedules),

  syncConnectionSchedules: (): Promise<SyncSchedulesResult> => attempt(context, syncConnectionSchedules),
});
