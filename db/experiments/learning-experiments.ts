import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Experiments from whose results something follows: weights of bandits, verdicts, and evidence for beliefs. */

export interface ExperimentName {
  workspaceId: string;
  experimentId: string;
}

/** Completed experiments without evidence are listed for so long: they may have had no visitors. */
const evidenceDueDays = 30;

const evidenceOfExperiment = `
  select from belief_evidence b
   where b.workspace_id = e.workspace_id and b.belief_id = e.belief_id and b.source_key = 'experiment:' || e.id`;

/** Bandits that run, and completed experiments whose belief has no evidence of them, of all workspaces, after a name. */
export async function listLearningExperiments(
  database: Database,
  { after, limit }: { after: ExperimentName | null; limit: number },
): Promise<ExperimentName[]> {
  return rowsOf<ExperimentName>(
    database.raw(
      `select workspace_id as "workspaceId", id as "experimentId" from experiments e
        where (workspace_id, id) > (:workspaceId, :experimentId)
          and ((status = 'running' and engine = 'thompson')
               or (status = 'completed' and belief_id is not null and ended_at > now() - cast(:days as integer) * interval '1 day'
                   and not exists (${evidenceOfExperiment})))
        order by workspace_id, id limit :limit`,
      { workspaceId: '', experimentId: '', ...after, days: evidenceDueDays, limit },
    ),
  );
}

/** Experiments whose figures still move, of all workspaces, after a name: those that run or may run on, and those that ended just now. */
export async function listMovingExperiments(
  database: Database,
  { after, limit }: { after: ExperimentName | null; limit: number },
): Promise<ExperimentName[]> {
  return rowsOf<ExperimentName>(
    database.raw(
      `select workspace_id as "workspaceId", id as "experimentId" from experiments
        where (workspace_id, id) > (:workspaceId, :experimentId)
          and (status in ('running', 'paused') or (status = 'completed' and ended_at > now() - interval '1 hour'))
        order by workspace_id, id limit :limit`,
      { workspaceId: '', experimentId: '', ...after, limit },
    ),
  );
}

/** Whether the belief of an experiment has its evidence, also when that was withdrawn since. */
export async function hasEvidence(database: Database, { workspaceId, experimentId }: ExperimentName): Promise<boolean> {
  const rows = await rowsOf(
    database.raw(`select 1 from experiments e where workspace_id = ? and id = ? and exists (${evidenceOfExperiment})`, [
      workspaceId,
      experimentId,
    ]),
  );
  return rows.length > 0;
}
