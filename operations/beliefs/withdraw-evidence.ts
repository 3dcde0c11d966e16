import { withdrawEvidence as withdrawRow } from '../../db/beliefs/belief-evidence';
import { lockBelief } from '../../db/beliefs/beliefs';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { recomputeConfidence } from './recompute-confidence';

/** Takes an entry back: the confidence is what it would be without it. @throws AppError NOT_FOUND, also for one withdrawn before */
export function withdrawEvidence(
  database: Database,
  actor: Actor,
  beliefId: string,
  evidenceId: string,
): Promise<void> {
  const name = { workspaceId: actor.workspaceId, beliefId };
  return database.transaction(async (transaction) => {
    if (!(await lockBelief(transaction, name))) throw notFound('Belief', beliefId);
    if (!(await withdrawRow(transaction, name, evidenceId))) throw notFound('Evidence', evidenceId);
    await recomputeConfidence(transaction, name, { change: 'withdrawn', evidenceId });
    const subject = { type: 'belief', id: beliefId } as const;
    await recordAct(transaction, actor, 'belief.evidence_withdrawn', { subject, metadata: { evidenceId } });
  });
}
