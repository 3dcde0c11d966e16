import { recordAudit } from '../../db/audit/audit';
import type { Database } from '../../db/connection/pool';
import { findJourneysOfErased, settleErasure, type Erasure } from '../../db/erasure/erasures';

/** Completes an erasure: the person is forgotten with the pseudonym, and the audit log says that one was. Safe to repeat. */
export function completeErasure(database: Database, erasure: Erasure): Promise<void> {
  const { workspaceId, id, pseudonym } = erasure;
  return database.transaction(async (transaction) => {
    if (!(await settleErasure(transaction, erasure))) return;
    const entry = { workspaceId, actor: 'system', action: 'end_user.forgotten' };
    const journeyIds = await findJourneysOfErased(transaction, workspaceId, pseudonym);
    await recordAudit(transaction, [
      { ...entry, subjectType: 'workspace', subjectId: workspaceId, metadata: { erasureId: id } },
      ...journeyIds.map((subjectId) => ({ ...entry, subjectType: 'journey' as const, subjectId })),
    ]);
  });
}
