import { checkAllAnomalies } from '../operations/analytics/check-anomalies';
import { updateRollups } from '../operations/analytics/update-rollups';
import { recordFoundEvidence } from '../operations/beliefs/evidence';
import { matchHistory } from '../operations/conversions/history';
import { writeDigest } from '../operations/digests/digests';
import { applyRetention, makeEventPartitions } from '../operations/events/event-storage';
import { evaluateExperiments } from '../operations/experiments/evaluate-experiment';
import { learnFromExperiments } from '../operations/experiments/learn-from-experiment';
import { continueBulk } from '../operations/journeys/bulk-executions';
import { learnFromJourneys } from '../operations/journeys/learn-from-journey';
import { reconcileExecutions, type ReconcileContext } from '../operations/journeys/reconcile-executions';
import type { Context } from '../operations/ports';
import { purge } from '../operations/upkeep/purge';
import { syncConnectionSchedules, syncDigestSchedules } from '../operations/upkeep/sync-schedules';
import type {
  CheckAnomaliesResult,
  EvaluateExperimentsResult,
  FoundEvidence,
  LearnInput,
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
  UpdateBeliefResult,
} from '../workflows/contract/maintenance';
import type { BulkResult, BulkRound } from '../workflows/contract/execution-bulk';
import type { MatchHistoryResult, MatchHistoryRound } from '../workflows/contract/match-history';
import type { DigestInput, DigestResult } from '../workflows/contract/weekly-digest';
import { attempt, withFailures } from './attempt';

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

  reweighArms: (input?: LearnInput): Promise<ReweighResult> => learn(context, learnFromJourneys, input),

  evaluateExperiments: (): Promise<EvaluateExperimentsResult> => attempt(context, evaluateExperiments),

  reweighExperiments: (input?: LearnInput): Promise<ReweighExperimentsResult> =>
    learn(context, learnFromExperiments, input),

  /** Adds evidence to a belief, as {@link recordFoundEvidence}. */
  updateBelief: (found: FoundEvidence): Promise<UpdateBeliefResult | null> =>
    withFailures(() => recordFoundEvidence(context, found)),

  checkAnomalies: (): Promise<CheckAnomaliesResult> => attempt(context, checkAllAnomalies),

  matchHistory: ({ workspaceId, conversionId: id, forSeconds }: MatchHistoryRound): Promise<MatchHistoryResult> =>
    attempt(context, (given) => matchHistory(given, { workspaceId, id }, forSeconds * 1_000)),

  continueBulk: ({ workspaceId, bulkId, forSeconds }: BulkRound): Promise<BulkResult> =>
    attempt(context, (given) => continueBulk(given, { workspaceId, bulkId }, forSeconds * 1_000)),

  writeDigest: async ({ workspaceId, date }: DigestInput): Promise<DigestResult> => ({
    notices: await attempt(context, (given) => writeDigest(given, workspaceId, date)),
  }),

  syncDigests: (): Promise<SyncDigestsResult> => attempt(context, syncDigestSchedules),

  syncConnectionSchedules: (): Promise<SyncSchedulesResult> => attempt(context, syncConnectionSchedules),
});

/** Number of beliefs that one run updates. Its history has six events for each. */
const beliefsPerRun = 200;

/** Learns from results. With `listsEvidence`, the evidence is in the result and is not recorded. */
async function learn<Counts extends object>(
  context: MaintenanceContext,
  operation: (context: MaintenanceContext, due?: FoundEvidence[]) => Promise<Counts>,
  { listsEvidence }: LearnInput = {},
): Promise<Counts & { evidence?: FoundEvidence[] }> {
  if (listsEvidence !== true) return attempt(context, (given) => operation(given));
  const evidence: FoundEvidence[] = [];
  const counts = await attempt(context, (given) => operation(given, evidence));
  return { ...counts, evidence: evidence.slice(0, beliefsPerRun) };
}
