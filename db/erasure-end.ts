import { recordAudit } from './audit';
import { rowsOf, type Database } from './connection';
import type { Erasure } from './erasures';

/**
 * Completes an erasure: whom it was about is forgotten with the pseudonym, and the log says that somebody was. Completing it again
 * changes nothing.
 */
export async function completeErasure(database: Database, { workspaceId, id, pseudonym }: Erasure): Promise<void> {
  await database.transaction(async (transaction) => {
    const completed = await transaction('erasures').where({ workspace_id: workspaceId, id, status: 'running' }).update({
      status: 'completed',
      stage: 'done',
      completed_at: transaction.fn.now(),
      end_user_id: null,
      email: null,
      external_ids: [],
      pseudonym: null,
    });
    if (completed === 0) return;
    await transaction('erasure_visitors').where({ workspace_id: workspaceId, erasure_id: id }).delete();
    const entry = { workspaceId, actor: 'system', action: 'end_user.forgotten' };
    const journeyIds = await findJourneysOf(transaction, workspaceId, pseudonym);
    await recordAudit(transaction, [
      { ...entry, subjectType: 'workspace', subjectId: workspaceId, metadata: { erasureId: id } },
      ...journeyIds.map((subjectId) => ({ ...entry, subjectType: 'journey' as const, subjectId })),
    ]);
  });
}

/** The journeys that the person was in, held out or not. */
async function findJourneysOf(transaction: Database, workspaceId: string, pseudonym: string | null): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    transaction.raw(
      `select j.id from journeys j where j.workspace_id = ? and exists (
         select from journey_subjects s where s.workspace_id = j.workspace_id and s.journey_id = j.id and s.end_user_id = ?)
        order by j.id`,
      [workspaceId, pseudonym],
    ),
  );
  return rows.map(({ id }) => id);
}
