import { recordAudit } from '../../db/audit/audit';
import { findConfigurationMentions } from '../../db/erasure/erasure-configuration';
import { findJourneysOfErased, settleErasure, type Erasure } from '../../db/erasure/erasures';
import { mentionsOfErasure } from './mentions-of-erasure';
import type { Context } from '../ports';

/**
 * Completes an erasure: the person is forgotten with the pseudonym, and the audit log says that one was, with the configuration that
 * still names the person. Safe to repeat.
 */
export async function completeErasure({ database }: Pick<Context, 'database'>, erasure: Erasure): Promise<void> {
  const { workspaceId, id, pseudonym } = erasure;
  const names = await mentionsOfErasure(database, erasure);
  await database.transaction(async (transaction) => {
    const mentions = names === null ? [] : await findConfigurationMentions(transaction, workspaceId, names);
    if (!(await settleErasure(transaction, erasure, mentions))) return;
    const entry = { workspaceId, actor: 'system', action: 'end_user.forgotten' };
    const journeyIds = await findJourneysOfErased(transaction, workspaceId, pseudonym);
    await recordAudit(transaction, [
      { ...entry, subjectType: 'workspace', subjectId: workspaceId, metadata: { erasureId: id, mentions } },
      ...journeyIds.map((subjectId) => ({ ...entry, subjectType: 'journey' as const, subjectId })),
    ]);
  });
}
