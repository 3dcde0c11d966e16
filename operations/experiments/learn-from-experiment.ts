import { recordFoundEvidence, type FoundEvidence } from '../beliefs/evidence';
import { type Experiment, findExperiment } from '../../db/experiments/experiments';
import { type ExperimentName, hasEvidence, listLearningExperiments } from '../../db/experiments/learning-experiments';
import { evidenceOf, reweigh } from '../../domain/experiments/learn';
import { forAll } from '../for-all';
import type { Context } from '../ports';
import { applyChange } from './apply-change';
import { readResults } from './read-results';

const pageSize = 100;

/**
 * Updates the weights of all running bandits, and records the evidence of completed experiments that has not been recorded. Continues
 * after a failure.
 * @param due collects the new evidence, which is not recorded then
 * @returns the number of experiments, and of those with changed weights
 * @throws AggregateError at the end if any failed
 */
export async function learnFromExperiments(
  { database, signal }: Pick<Context, 'database' | 'signal'>,
  due?: FoundEvidence[],
): Promise<{ experiments: number; reweighed: number }> {
  const counts = { experiments: 0, reweighed: 0 };
  await forAll<ExperimentName>(signal, {
    listAfter: (after) => listLearningExperiments(database, { after, limit: pageSize }),
    work: async (name) => {
      if (await learnFromExperiment({ database }, name, due)) counts.reweighed += 1;
      counts.experiments += 1;
    },
    failed: (count) => `Experiments with a failed weight update: ${count}`,
  });
  return counts;
}

/**
 * Records the evidence of an experiment, or updates the weights of a bandit.
 * @param due collects new evidence, which is not recorded then
 * @returns whether weights changed
 */
export async function learnFromExperiment(
  { database }: Pick<Context, 'database'>,
  name: ExperimentName,
  due?: FoundEvidence[],
): Promise<boolean> {
  const experiment = await findExperiment(database, name.workspaceId, name.experimentId);
  if (experiment === null) return false;
  const found = await findEvidence({ database }, experiment);
  if (found !== null && due !== undefined) due.push(found);
  else if (found !== null) await recordFoundEvidence({ database }, found);
  return experiment.status === 'running' && (await reweighBandit({ database }, name));
}

/**
 * Adds the result of a completed experiment to its belief once, also if the experiment is completed again. Safe to repeat and to run
 * concurrently.
 */
export async function recordEvidence({ database }: Pick<Context, 'database'>, experiment: Experiment): Promise<void> {
  const found = await findEvidence({ database }, experiment);
  if (found !== null) await recordFoundEvidence({ database }, found);
}

/** Finds the unrecorded evidence of a completed experiment. Returns null if it has no new evidence. */
async function findEvidence(
  { database }: Pick<Context, 'database'>,
  { workspaceId, id: experimentId, status, beliefId }: Experiment,
): Promise<FoundEvidence | null> {
  if (status !== 'completed' || beliefId === null) return null;
  if (await hasEvidence(database, { workspaceId, experimentId })) return null;
  const results = await readResults({ database }, workspaceId, experimentId);
  const found = results?.experiment.status === 'completed' ? evidenceOf(results.variants, results.primary) : null;
  return found && { workspaceId, beliefId, experimentId, ...found };
}

/**
 * Computes the weights of a running bandit from its results. The same results change nothing.
 * @returns whether the weights changed
 */
export async function reweighBandit(
  { database }: Pick<Context, 'database'>,
  { workspaceId, experimentId }: ExperimentName,
): Promise<boolean> {
  const results = await readResults({ database }, workspaceId, experimentId);
  if (results === null) return false;
  let isChanged = false;
  await applyChange({ database }, { workspaceId, id: 'system' }, experimentId, (before) => {
    const isBandit = before.status === 'running' && before.engine === 'thompson';
    const variants = isBandit ? reweigh(before.variants, results.primary) : null;
    isChanged = variants?.some(({ weight }, index) => weight !== before.variants[index]?.weight) ?? false;
    return variants === null ? before : { ...before, variants };
  });
  return isChanged;
}
