import type { WeighedEvidence } from '../../domain/beliefs/update-confidence';
import type { BeliefName } from './beliefs';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
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
  const columns = Object.keys(row).join(', ');
  const [written] = await rowsOf<{ id: string }>(
    transaction.raw(
      `insert into belief_evidence as e (${columns}, recorded_at)
       values (${Object.keys(row)
         .map(() => '?')
         .join(', ')}, clock_timestamp())
       on conflict (workspace_id, belief_id, source_key) do update
         set delta = excluded.delta, sample_size = excluded.sample_size, recorded_at = excluded.recorded_at
         where ? and e.withdrawn_at is null
           and (e.delta, e.sample_size) is distinct from (excluded.delta, excluded.sample_size)
       returning e.id`,
      [...Object.values(row), entry.replaces ?? false],
    ),
  );
  return written?.id ?? null;
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
