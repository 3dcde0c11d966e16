import { recordAudit } from '../../db/audit';
import { newId, type Database } from '../../db/connection';
import { queueMemberNotice } from '../../db/member-notices';
import { findWorkspace, lockWorkspace, updateWorkspace, type Workspace } from '../../db/workspaces';
import { planChange, type PlanName } from '../../domain/accounts/plans';
import { notFound } from '../../domain/errors';

/**
 * Changes the plan of a workspace, for the installation, and tells owners and admins. The same plan again changes nothing.
 * @throws AppError NOT_FOUND
 */
export async function changePlan(database: Database, workspaceId: string, plan: PlanName): Promise<Workspace> {
  return database.transaction(async (transaction) => {
    const before = await lockWorkspace(transaction, workspaceId);
    if (before === null) throw notFound('Workspace', workspaceId);
    const change = planChange(before.plan, plan);
    if (change === null) return before;
    await updateWorkspace(transaction, workspaceId, { plan });
    const entry = { workspaceId, subjectType: 'workspace', subjectId: workspaceId, actor: 'system' } as const;
    const metadata = { from: before.plan, to: plan };
    await recordAudit(transaction, [{ ...entry, action: 'workspace.plan_changed', metadata }]);
    await queueMemberNotice(transaction, workspaceId, { template: change, ...metadata, occurrence: newId('audit') });
    return (await findWorkspace(transaction, workspaceId)) ?? before;
  });
}
