import { listWorkspaceIds } from '../../db/accounts/accounts';
import type { Database } from '../../db/connection/pool';
import { recordAct } from '../audit/record-act';

/** Appends to the audit log of each of a user's workspaces that their password changed, in the transaction that changes it. */
export async function recordPasswordChange(
  transaction: Database,
  userId: string,
  action: 'member.password_changed' | 'member.password_reset',
): Promise<void> {
  for (const workspaceId of await listWorkspaceIds(transaction, userId)) {
    await recordAct(transaction, { workspaceId, id: userId }, action, { metadata: { memberId: userId } });
  }
}
