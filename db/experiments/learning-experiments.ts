import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/**
 * Experiments with results that have effects: bandit weights, verdicts, and evidence for beliefs. A paused workspace has
 * none, because it may be copied at the moment, and the copy would lack what is recorded then.
 */

export interface ExperimentName {
  workspaceId: string;
  experimentId: string;
}

/**
 * Days for which completed experiments without evidence are listed. The limit exists because they may have had no
 * visitors.
 */
const evidenceDueDays = 30;

/**
 * Lists running bandits, and completed experiments without evidence for their belief, in all active workspaces, in order,
 * starting after a name.
 */
export async function listLearningExperiments(
  database: Database,
  { after, limit }: { after: ExperimentName | null; limit: number },
): Promise<ExperimentName[]> {
  return rowsOf<ExperimentName>(
    database.raw(
      `select workspace_id as "workspaceId", id as "experimentId" from experiments e
        where (workspace_id, id) > (:workspaceId, :experimentId)
          and exists (select from workspaces w where w.id = e.workspace_id and w.paused_at is null)
          and ((status = 'running' and engine = 'thompson')
               or (status = 'completed' and belief_id is not null and ended_at > now() - cast(:days as integer) * interval '1 day'
                   and not exists (
                     select from belief_evidence b
                      where b.workspace_id = e.workspace_id and b.belief_id = e.belief_id
                        and b.source_key = 'experiment:' || e.id)))
        order by workspace_id, id limit :limit`,
      { workspaceId: '', experimentId: '', ...after, days: evidenceDueDays, limit },
    ),
  );
}

/**
 * Lists experiments with figures that still change, in all active workspaces, in order, starting after a name: running and
 * paused ones, and those that ended within the last hour.
 */
export async function listMovingExperiments(
  database: Database,
  { after, limit }: { after: ExperimentName | null; limit: number },
): Promise<ExperimentName[]> {
  return rowsOf<ExperimentName>(
    database.raw(
      `select workspace_id as "workspaceId", id as "experimentId" from experiments e
        where (workspace_id, id) > (:workspaceId, :experimentId)
          and exists (select from workspaces w where w.id = e.workspace_id and w.paused_at is null)
          and (status in ('running', 'paused') or (status = 'completed' and ended_at > now() - interval '1 hour'))
        order by workspace_id, id limit :limit`,
      { workspaceId: '', experimentId: '', ...after, limit },
    ),
  );
}

/** Returns whether an experiment has produced evidence for its belief, including withdrawn evidence. */
export async function hasEvidence(database: Database, { workspaceId, experimentId }: ExperimentName): Promise<boolean> {
  const rows = await rowsOf(
    database.raw(
      `select from experiments e
         join belief_evidence b on b.workspace_id = e.workspace_id and b.belief_id = e.belief_id
                               and b.source_key = 'experiment:' || e.id
        where e.workspace_id = ? and e.id = ? limit 1`,
      [workspaceId, experimentId],
    ),
  );
  return rows.length > 0;
}
