import type { WeighedEvidence } from '../../domain/beliefs/update-confidence';
import type { BeliefName } from './beliefs';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';

/** Entries of evidence: `belief_evidence`. Callers lock the belief first. */

export interface NewEvidence extends WeighedEvidence {
  experimentId?: string | undefined;
  journeyId?: string;
  stepId?: string;
  /** Identifies the source if it may count only once. */
  sourceKey?: string | undefined;
  /** Whether a later entry from the same source replaces the earlier one. */
  replaces?: boolean;
}

/**
 * Stores evidence.
 * @returns its id; null if the source was already counted, unless this entry replaces one that is not withdrawn and has
 * other figures
 */
export async function upsertEvidence(
  transaction: Database,
  { workspaceId, beliefId }: BeliefName,
  entry: NewEvidence,
): Promise<string | null> {
  const row = {
    workspace_id: workspaceId,
    id: newId('evidence'),
    belief_id: beliefId,
    type: entry.type,
    delta: entry.delta,
    sample_size: entry.sampleSize,
    experiment_id: entry.experimentId ?? null,
    journey_id: entry.journeyId ?? null,
    step_id: entry.stepId ?? null,
    source_key: entry.sourceKey ?? null,
  };
  const [written] = await transaction('belief_evidence')
    .insert({ ...row, recorded_at: transaction.raw('clock_timestamp()') })
    .onConflict(['workspace_id', 'belief_id', 'source_key'])
    .merge(['delta', 'sample_size', 'recorded_at'])
    .whereRaw(
      `? and belief_evidence.withdrawn_at is null
         and (belief_evidence.delta, belief_evidence.sample_size) is distinct from (excluded.delta, excluded.sample_size)`,
      [entry.replaces ?? false],
    )
    .returning<{ id: string }[]>('id');
  return written?.id ?? null;
}

/** Finds the evidence of a source. Returns null if the source was not counted yet. */
export async function findSourceEvidence(
  database: Database,
  { workspaceId, beliefId }: BeliefName,
  sourceKey: string,
): Promise<{ delta: number; sampleSize: number; isWithdrawn: boolean } | null> {
  const row = await database('belief_evidence')
    .where({ workspace_id: workspaceId, belief_id: beliefId, source_key: sourceKey })
    .first<{ delta: number; sampleSize: number; withdrawnAt: Date | null } | undefined>({
      delta: 'delta',
      sampleSize: 'sample_size',
      withdrawnAt: 'withdrawn_at',
    });
  if (row === undefined) return null;
  const { withdrawnAt, ...figures } = row;
  return { ...figures, isWithdrawn: withdrawnAt !== null };
}

/**
 * Marks evidence as withdrawn. The row stays, so that its source is not counted again.
 * @returns whether there was such an entry that was not withdrawn yet
 */
export async function withdrawEvidence(
  transaction: Database,
  { workspaceId, beliefId }: BeliefName,
  evidenceId: string,
): Promise<boolean> {
  const withdrawn = await transaction('belief_evidence')
    .where({ workspace_id: workspaceId, belief_id: beliefId, id: evidenceId })
    .whereNull('withdrawn_at')
    .update({ withdrawn_at: transaction.raw('clock_timestamp()') });
  return withdrawn > 0;
}
