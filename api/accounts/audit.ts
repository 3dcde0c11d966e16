import { listWorkspaceIds } from '../../db/accounts';
import { recordAudit } from '../../db/audit';
import type { Database } from '../../db/connection';

/** Logs what became of a user's password in every workspace of theirs, in the transaction that changed it. */
export async function auditPassword(
  transaction: Database,
  userId: string,
  action: 'member.password_changed' | 'member.password_reset',
): Promise<void> {
  const workspaceIds = await listWorkspaceIds(transaction, userId);
  await recordAudit(
    transaction,
    workspaceIds.map((workspaceId) => ({
      ...{ workspaceId, subjectType: 'workspace', subjectId: workspaceId, actor: userId, action },
      metadata: { memberId: userId },
    })),
  );
}
