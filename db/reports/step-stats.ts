import { rowsOf, type Database } from '../connection';

/** What happened at a step, summed over the runs of all versions of a journey. */
export interface StepCounts {
  stepId: string;
  executed: number;
  skipped: number;
  failed: number;
  /** Runs that stand there now. */
  waiting: number;
  /** Of the skipped, by the reason that was recorded. */
  skippedByReason: Record<string, number>;
}

type Status = 'executed' | 'skipped' | 'failed' | 'waiting';

/**
 * The counts of every step that a run has met. A step is counted when it is left. What a run left undone, as it ended from
 * outside, counts nowhere; who waits is told by where the running executions stand.
 *
 * One pass over the runs of the journey and their steps. The rows are summed by step, status and reason first, so that the
 * answer is a few rows however many runs there are.
 */
export async function countSteps(database: Database, workspaceId: string, journeyId: string): Promise<StepCounts[]> {
  const rows = await rowsOf<{ step_id: string; status: Status; reason: string | null; count: number }>(
    database.raw(
      `select s.step_id, s.status, case when s.status = 'skipped' then s.reason end as reason, count(*)::int as count
         from executions e
         join execution_steps s on s.workspace_id = e.workspace_id and s.execution_id = e.id
        where e.workspace_id = :workspaceId and s.workspace_id = :workspaceId and e.journey_id = :journeyId
          and s.status <> 'waiting'
        group by 1, 2, 3
        union all
       select current_step_id, 'waiting', null, count(*)::int from executions
        where workspace_id = :workspaceId and journey_id = :journeyId and status = 'RUNNING'
        group by 1`,
      { workspaceId, journeyId },
    ),
  );
  const steps = new Map<string, StepCounts>();
  for (const { step_id: stepId, status, reason, count } of rows) {
    const counts = steps.get(stepId) ?? noCounts(stepId);
    steps.set(stepId, counts);
    counts[status] += count;
    if (reason !== null) counts.skippedByReason[reason] = (counts.skippedByReason[reason] ?? 0) + count;
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
});
