import { newId } from '../../db/connection/ids';
import type { Database } from '../../db/connection/pool';
import { queueMemberNotice } from '../../db/notices/member-notices';
import { findWorkspace, lockWorkspace, updateWorkspace, type Workspace } from '../../db/workspaces/workspaces';
import { planChange, type PlanName } from '../../domain/accounts/plans';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/**
 * Changes the plan of a workspace, for the installation, and notifies owners and admins. The same plan again changes nothing.
 * @throws AppError NOT_FOUND
 */
export function changePlan(database: Database, workspaceId: string, plan: PlanName): Promise<Workspace> {
  return database.transaction(async (transaction) => {
    const before = await lockWorkspace(transaction, workspaceId);
    if (before === null) throw notFound('Workspace', workspaceId);
    const template = planChange(before.plan, plan);
    if (template === null) return before;
    await updateWorkspace(transaction, workspaceId, { plan });
    const metadata = { from: before.plan, to: plan };
    await recordAct(transaction, { workspaceId, id: 'system' }, 'workspace.plan_changed', { metadata });
    await queueMemberNotice(transaction, workspaceId, { template, ...metadata, occurrence: newId('audit') });
    return (await findWorkspace(transaction, workspaceId)) ?? before;
  });
}
