import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Outcomes of a step, summed over the executions of all versions of a journey, or of one. */
export interface StepCounts {
  stepId: string;
  executed: number;
  skipped: number;
  failed: number;
  /** Executions that are currently at the step. */
  waiting: number;
  /** Skipped executions by the recorded reason. */
  skippedByReason: Record<string, number>;
  /** Executions for which the step was deferred at least once, by reason, whatever its outcome. */
  deferredByReason: Record<string, number>;
}

type Status = 'executed' | 'skipped' | 'failed' | 'waiting' | 'deferred';

/**
 * Counts outcomes of every step that an execution has entered. A step is counted when it is left. Steps that an
 * execution did not finish because it was ended from outside are not counted. The waiting count follows from the
 * current steps of running executions.
 *
 * Reads the totals of `step-totals.ts` and the changes that are not in them yet, in one statement.
 */
export async function countSteps(
  database: Database,
  workspaceId: string,
  journeyId: string,
  version?: number,
): Promise<StepCounts[]> {
  const rows = await rowsOf<{ stepId: string; status: Status; reason: string; count: number }>(
    database.raw(
      `select step_id as "stepId", status, reason, sum(runs)::int as count
         from (select step_id, status, reason, runs from step_totals
                where workspace_id = :workspaceId and journey_id = :journeyId
                  and (cast(:version as integer) is null or version = :version)
               union all
               select step_id, status, reason, runs from step_changes
                where workspace_id = :workspaceId and journey_id = :journeyId
                  and (cast(:version as integer) is null or version = :version)) t
        group by 1, 2, 3 having sum(runs) <> 0`,
      { workspaceId, journeyId, version: version ?? null },
    ),
  );
  const steps = new Map<string, StepCounts>();
  for (const { stepId, status, reason, count } of rows) {
    const counts = steps.get(stepId) ?? noCounts(stepId);
    steps.set(stepId, counts);
    if (status !== 'deferred') counts[status] += count;
    const byReason = status === 'deferred' ? counts.deferredByReason : counts.skippedByReason;
    if (reason !== '') byReason[reason] = (byReason[reason] ?? 0) + count;
  }
  return [...steps.values()];
}

export const noCounts = (stepId: string): StepCounts => ({
  stepId,
  executed: 0,
  skipped: 0,
  failed: 0,
  waiting: 0,
  skippedByReason: {},
  deferredByReason: {},
});
