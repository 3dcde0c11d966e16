import { upsertEvidence, type NewEvidence } from '../../db/beliefs/belief-evidence';
import { lockBelief } from '../../db/beliefs/beliefs';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import { recordAct } from '../audit/record-act';
import { recomputeConfidence } from './recompute-confidence';

/**
 * Adds an entry to a belief. One of a source that was counted, also if it was withdrawn since, changes nothing, unless it
 * replaces one that stands and says something else. Safe to repeat, and from any number of processes; joins a transaction when it
 * is given one.
 * @returns whether there is such a belief
 */
export function appendEvidence(
  database: Database,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  beliefId: string,
  entry: NewEvidence,
): Promise<boolean> {
  const name = { workspaceId: actor.workspaceId, beliefId };
  return database.transaction(async (transaction) => {
    if (!(await lockBelief(transaction, name))) return false;
    const evidenceId = await upsertEvidence(transaction, name, entry);
    if (evidenceId === null) return true;
    await recomputeConfidence(transaction, name, { change: 'evidence', evidenceId });
    const { type, delta, sampleSize } = entry;
    await recordAct(transaction, actor, 'belief.evidence_added', {
      subject: { type: 'belief', id: beliefId },
      metadata: { evidenceId, type, delta, sampleSize },
    });
    return true;
  });
}
