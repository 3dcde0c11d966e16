import { evidenceOf, reweigh } from '../domain/experiments/learn';
import { recordExperimentEvidence } from './belief-evidence';
import { rowsOf, type Database } from './connection';
import { changeStoredExperiment, type ExperimentName } from './experiment-life';
import { findExperiment, type Experiment } from './experiments';
import { experimentResults } from './reports/experiment-results';

/** What follows from the results of experiments by itself: weights of bandits, and evidence for beliefs. */

/** Completed experiments without evidence are looked at for so long: nobody may have been exposed. */
const evidenceDueDays = 30;

/** Bandits that run, and completed experiments whose belief has not been told, of all workspaces, after a name. */
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

const evidenceOfExperiment = `
  select from belief_evidence b
   where b.workspace_id = e.workspace_id and b.belief_id = e.belief_id and b.source_key = 'experiment:' || e.id`;

/**
 * Gives the variants of a bandit that runs new weights, by its results, and logs them. The same results change nothing.
 * @returns whether they changed
 */
async function reweighExperiment(database: Database, name: ExperimentName): Promise<boolean> {
  const results = await experimentResults(database, name.workspaceId, name.experimentId);
  if (results === null) return false;
  let isChanged = false;
  await changeStoredExperiment(database, name, 'system', (before) => {
    const isBandit = before.status === 'running' && before.engine === 'thompson';
    const variants = isBandit ? reweigh(before.variants, results.variants) : null;
    isChanged = variants?.some(({ weight }, index) => weight !== before.variants[index]?.weight) ?? false;
    return variants === null ? before : { ...before, variants };
  });
  return isChanged;
}

/**
 * Tells the belief of a completed experiment what it has shown, once: an experiment that is completed again changes nothing. Safe to
 * repeat, and from any number of processes.
 */
export async function tellBelief(database: Database, experiment: Experiment): Promise<void> {
  const { workspaceId, id: experimentId, status, beliefId } = experiment;
  if (status !== 'completed' || beliefId === null) return;
  const told = await rowsOf(
    database.raw(`select 1 from experiments e where workspace_id = ? and id = ? and exists (${evidenceOfExperiment})`, [
      workspaceId,
      experimentId,
    ]),
  );
  if (told.length > 0) return;
  const results = await experimentResults(database, workspaceId, experimentId);
  const found = results?.experiment.status === 'completed' ? evidenceOf(results.variants) : null;
  if (found !== null) await recordExperimentEvidence(database, { workspaceId, beliefId, experimentId, ...found });
}

/** Does what is due of an experiment. @returns whether weights changed */
export async function learnFromExperiment(database: Database, name: ExperimentName): Promise<boolean> {
  const experiment = await findExperiment(database, name.workspaceId, name.experimentId);
  if (experiment === null) return false;
  await tellBelief(database, experiment);
  return experiment.status === 'running' && (await reweighExperiment(database, name));
}
