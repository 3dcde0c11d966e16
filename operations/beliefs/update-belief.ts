import type { z } from 'zod';
import { lockBelief, updateBelief as updateRow } from '../../db/beliefs/beliefs';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import type { updateBeliefBody } from '../../domain/beliefs/schemas';
import { beliefTexts } from '../../domain/beliefs/texts';
import { assertCurrent, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import { recomputeConfidence } from './recompute-confidence';

/**
 * Updates the given fields. A new prior also changes the confidence.
 * @throws AppError NOT_FOUND, STALE_UPDATE if the belief was changed since it was read
 */
export function updateBelief(
  database: Database,
  actor: Actor,
  id: string,
  {
    updatedAt,
    statement,
    claim,
    evidenceNotes,
    evidence: notes = evidenceNotes,
    ...rest
  }: z.output<typeof updateBeliefBody>,
): Promise<void> {
  const name = { workspaceId: actor.workspaceId, beliefId: id };
  return database.transaction(async (transaction) => {
    const held = await lockBelief(transaction, name);
    if (held === null) throw notFound('Belief', id);
    assertCurrent('belief', held, updatedAt);
    await updateRow(transaction, name, { ...rest, ...beliefTexts({ statement, claim }, held), notes });
    if (rest.prior !== undefined) await recomputeConfidence(transaction, name, { change: 'prior', evidenceId: null });
    await recordAct(transaction, actor, 'belief.updated', { subject: { type: 'belief', id } });
  });
}
