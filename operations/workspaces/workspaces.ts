import type { z } from 'zod';
import { newId } from '../../db/connection/ids';
import { queueDigestSync } from '../../db/digests/digests';
import { queuePeopleIndex } from '../../db/end-users/search';
import { setPublicLeadsMailable } from '../../db/end-users/public-leads';
import { queueMemberNotice } from '../../db/notices/member-notices';
import { findDeletion } from '../../db/workspaces/deletions';
import { queueAllSchedules } from '../../db/workspaces/schedules';
import {
  findWorkspace,
  lockWorkspace,
  setPaused,
  updateWorkspace as updateRow,
  type Workspace,
} from '../../db/workspaces/workspaces';
import type { Actor } from '../../domain/accounts/actor';
import { planChange, type PlanName } from '../../domain/accounts/plans';
import type { updateWorkspaceBody } from '../../domain/accounts/schemas';
import { conflict, notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/**
 * Updates settings and their consequences: which people may receive email, and the schedule of the digest.
 * @throws AppError NOT_FOUND
 */
export function updateWorkspace(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  body: z.output<typeof updateWorkspaceBody>,
): Promise<Workspace> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const before = await lockWorkspace(transaction, workspaceId);
    if (before === null) throw notFound('Workspace', workspaceId);
    const { digest, ...changes } = body;
    const whole = digest === undefined ? {} : { digest: mergeDigest(before.digest, digest) };
    await updateRow(transaction, workspaceId, { ...changes, ...whole });
    await recordAct(transaction, actor, 'workspace.updated', { metadata: { fields: Object.keys(body) } });
    if (body.mailPublicLeads !== undefined && body.mailPublicLeads !== before.mailPublicLeads) {
      await setPublicLeadsMailable(transaction, workspaceId, body.mailPublicLeads);
    }
    if (body.searchAttributes !== undefined) await queuePeopleIndex(transaction, workspaceId);
    if (digest !== undefined || body.timezone !== undefined) await queueDigestSync(transaction, workspaceId);
    return (await findWorkspace(transaction, workspaceId)) ?? before;
  });
}

type Digest = Workspace['digest'];

/** Omitted fields keep their values. */
const mergeDigest = (before: Digest, changes: { [Field in keyof Digest]?: Digest[Field] | undefined }): Digest => ({
  enabled: changes.enabled ?? before.enabled,
  weekday: changes.weekday ?? before.weekday,
  time: changes.time ?? before.time,
});

/**
 * Changes the plan of a workspace on behalf of the installation, and notifies owners and admins. Safe to repeat.
 * @throws AppError NOT_FOUND
 */
export function changePlan(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  plan: PlanName,
): Promise<Workspace> {
  return database.transaction(async (transaction) => {
    const before = await lockWorkspace(transaction, workspaceId);
    if (before === null) throw notFound('Workspace', workspaceId);
    const template = planChange(before.plan, plan);
    if (template === null) return before;
    await updateRow(transaction, workspaceId, { plan });
    const metadata = { from: before.plan, to: plan };
    await recordAct(transaction, { workspaceId, id: 'system' }, 'workspace.plan_changed', { metadata });
    await queueMemberNotice(transaction, workspaceId, { template, ...metadata, occurrence: newId('audit') });
    return (await findWorkspace(transaction, workspaceId)) ?? before;
  });
}

/**
 * Pauses a workspace: it accepts no requests, and its schedules are removed. Work in progress continues. Safe to repeat.
 * @returns when it was paused
 * @throws AppError NOT_FOUND
 */
export function pauseWorkspace({ database }: Pick<Context, 'database'>, workspaceId: string): Promise<Date> {
  return database.transaction(async (transaction) => {
    const before = await lockWorkspace(transaction, workspaceId);
    if (before === null) throw notFound('Workspace', workspaceId);
    if (before.pausedAt !== null) return before.pausedAt;
    const pausedAt = await setPaused(transaction, workspaceId, true);
    await queueAllSchedules(transaction, workspaceId);
    await recordAct(transaction, { workspaceId, id: 'system' }, 'workspace.paused');
    return pausedAt ?? new Date();
  });
}

/**
 * Resumes a workspace and creates its schedules in the Temporal server of this database. Does nothing if the workspace is not paused.
 * @throws AppError NOT_FOUND, CONFLICT if it is being deleted
 */
export function resumeWorkspace({ database }: Pick<Context, 'database'>, workspaceId: string): Promise<void> {
  return database.transaction(async (transaction) => {
    const before = await lockWorkspace(transaction, workspaceId);
    if (before === null) throw notFound('Workspace', workspaceId);
    if (before.pausedAt === null) return;
    if ((await findDeletion(transaction, workspaceId)) !== null) {
      throw conflict(`Workspace "${workspaceId}" is being deleted and cannot be resumed.`);
    }
    await setPaused(transaction, workspaceId, false);
    await queueAllSchedules(transaction, workspaceId);
    await recordAct(transaction, { workspaceId, id: 'system' }, 'workspace.resumed');
  });
}
