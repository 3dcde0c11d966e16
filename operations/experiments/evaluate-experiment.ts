import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../db/connection/pool';
import { lockExperiment, recordDecision, recordEvaluation, type Experiment } from '../../db/experiments/experiments';
import { listMovingExperiments, type ExperimentName } from '../../db/experiments/learning-experiments';
import { evaluationOf } from '../../domain/experiments/evaluation';
import type { Decision, RecordedDecision } from '../../domain/experiments/recommendation';
import { recordAct } from '../audit/record-act';
import { forAll } from '../for-all';
import type { Context } from '../ports';
import { countResults, reachedDecision, resultsOf, type ExperimentResults, type ResultsRequest } from './read-results';

const pageSize = 100;

/**
 * Evaluates every experiment with figures that still change, in all workspaces, so that experiments are decided without a request
 * for their results, and lists show current figures. Continues after a failure.
 * @throws AggregateError at the end if any failed
 */
export async function evaluateExperiments({
  database,
  signal,
}: Pick<Context, 'database' | 'signal'>): Promise<{ experiments: number }> {
  let experiments = 0;
  await forAll<ExperimentName>(signal, {
    listAfter: (after) => listMovingExperiments(database, { after, limit: pageSize }),
    work: async ({ workspaceId, experimentId }) => {
      await evaluateExperiment({ database }, workspaceId, experimentId);
      experiments += 1;
    },
    failed: (count) => `Experiments with a failed evaluation: ${count}`,
  });
  return { experiments };
}

/**
 * Evaluates an experiment and records the evaluation: the decision if the counts reach one for the first time, and the figures that
 * lists show. The first decision is final, so every evaluation of the same counts returns the same one.
 * @returns null if the experiment does not exist
 * @throws AppError VALIDATION_ERROR for a baseline that is not a variant
 */
export async function evaluateExperiment(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  experimentId: string,
  request: ResultsRequest = {},
): Promise<ExperimentResults | null> {
  const counted = await countResults({ database }, { workspaceId, experimentId }, request);
  if (counted === null) return null;
  const { experiment, backlog } = counted;
  const reached = experiment.decision === null ? reachedDecision(counted) : null;
  const decision = reached === null ? experiment.decision : await decide(database, experiment, reached);
  const results = await resultsOf(database, counted, decision);
  const evaluation = evaluationOf(results);
  const isChanged = backlog === null && !isDeepStrictEqual(experiment.evaluation, evaluation);
  if (isChanged && experiment.status !== 'draft') await recordEvaluation(database, experiment, evaluation);
  return results;
}

/**
 * Records the decision that an evaluation has reached. Concurrent evaluations all return the first one.
 * @returns the recorded decision; null if the experiment was deleted or restarted since the evaluation
 */
function decide(
  database: Database,
  { workspaceId, id, startedAt }: Experiment,
  decision: Decision,
): Promise<RecordedDecision | null> {
  return database.transaction(async (transaction) => {
    const locked = await lockExperiment(transaction, workspaceId, id);
    if (locked === null || locked.experiment.startedAt?.getTime() !== startedAt?.getTime()) return null;
    const { experiment, now } = locked;
    if (experiment.decision !== null || experiment.status === 'draft') return experiment.decision;
    const kept = { at: now.toISOString(), ...decision };
    await recordDecision(transaction, { workspaceId, id }, kept);
    await recordAct(transaction, { workspaceId, id: 'system' }, 'experiment.decided', {
      subject: { type: 'experiment', id },
      metadata: { recommendation: kept.recommendation, counts: kept.counts },
    });
    return kept;
  });
}
