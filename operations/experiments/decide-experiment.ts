import type { Database } from '../../db/connection/pool';
import { lockExperiment, recordDecision, type Experiment } from '../../db/experiments/experiments';
import type { Decision, KeptDecision } from '../../domain/experiments/recommendation';
import { recordAct } from '../audit/record-act';

/**
 * Keeps the verdict that an evaluation of an experiment has reached. The first one counts: of several at once, or after one that was kept
 * in the meantime, all get that one. Safe to repeat.
 * @returns the verdict that stands; null when the experiment is gone, or has begun anew since the evaluation
 */
export function decideExperiment(
  database: Database,
  { workspaceId, id, startedAt }: Experiment,
  decision: Decision,
): Promise<KeptDecision | null> {
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
