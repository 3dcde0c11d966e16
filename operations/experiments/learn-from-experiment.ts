import { recordExperimentEvidence } from '../beliefs/evidence';
import { type Experiment, findExperiment } from '../../db/experiments/experiments';
import { type ExperimentName, hasEvidence } from '../../db/experiments/learning-experiments';
import { evidenceOf, reweigh } from '../../domain/experiments/learn';
import { applyChange } from './apply-change';
import { experimentResults } from './read-results';
import type { Context } from '../ports';

/** Does what is due of an experiment: its evidence or its weights. @returns whether weights changed */
export async function learnFromExperiment(
  { database }: Pick<Context, 'database'>,
  name: ExperimentName,
): Promise<boolean> {
  const experiment = await findExperiment(database, name.workspaceId, name.experimentId);
  if (experiment === null) return false;
  await recordEvidence({ database }, experiment);
  return experiment.status === 'running' && (await reweighBandit({ database }, name));
}

/**
 * Adds what a completed experiment has shown to its belief, once: one that is completed again changes nothing. Safe to repeat, and
 * from any number of processes.
 */
export async function recordEvidence({ database }: Pick<Context, 'database'>, experiment: Experiment): Promise<void> {
  const { workspaceId, id: experimentId, status, beliefId } = experiment;
  if (status !== 'completed' || beliefId === null) return;
  if (await hasEvidence(database, { workspaceId, experimentId })) return;
  const results = await experimentResults({ database }, workspaceId, experimentId);
  const found = results?.experiment.status === 'completed' ? evidenceOf(results.variants, results.primary) : null;
  if (found !== null) await recordExperimentEvidence(database, { workspaceId, beliefId, experimentId, ...found });
}

/**
 * Gives the variants of a bandit that runs new weights, by its results. The same results change nothing.
 * @returns whether they changed
 */
export async function reweighBandit(
  { database }: Pick<Context, 'database'>,
  { workspaceId, experimentId }: ExperimentName,
): Promise<boolean> {
  const results = await experimentResults({ database }, workspaceId, experimentId);
  if (results === null) return false;
  let isChanged = false;
  await applyChange(database, { workspaceId, id: 'system' }, experimentId, (before) => {
    const isBandit = before.status === 'running' && before.engine === 'thompson';
    const variants = isBandit ? reweigh(before.variants, results.primary) : null;
    isChanged = variants?.some(({ weight }, index) => weight !== before.variants[index]?.weight) ?? false;
    return variants === null ? before : { ...before, variants };
  });
  return isChanged;
}
