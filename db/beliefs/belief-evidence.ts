import type { WeighedEvidence } from '../../domain/beliefs/update-confidence';
import type { BeliefName } from './beliefs';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Entries of evidence: `belief_evidence`. Their belief is locked. */

export interface NewEvidence extends WeighedEvidence {
  experimentId?: string | undefined;
  journeyId?: string;
  stepId?: string;
  /** What it comes from, when that counts once. */
  sourceKey?: string | undefined;
  /** Whether a later entry of the same source takes the place of the one before. */
  replaces?: boolean;
}

/** @returns its id; null when the source was counted, unless this replaces an entry that stands and says something else */
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

/** The row stays, so that its source is not counted again. @returns whether there was such an entry, and it stood */
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
