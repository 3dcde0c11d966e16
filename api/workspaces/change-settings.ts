import type { z } from 'zod';
import { recordAudit } from '../../db/audit';
import type { Database } from '../../db/connection';
import { queueDigestSync } from '../../db/digests';
import { setPublicLeadsMailable } from '../../db/public-leads';
import { findWorkspace, lockWorkspace, updateWorkspace, type Workspace } from '../../db/workspaces';
import type { updateWorkspaceBody } from '../../domain/accounts/schemas';
import { notFound } from '../../domain/errors';
import type { Actor } from '../route';

/**
 * Changes settings, and what follows from them: the schedule of the digest.
 * @throws AppError NOT_FOUND
 */
export async function changeSettings(
  database: Database,
  { workspaceId, id: actor }: Actor,
  body: z.output<typeof updateWorkspaceBody>,
): Promise<Workspace> {
  return database.transaction(async (transaction) => {
    const before = await lockWorkspace(transaction, workspaceId);
    if (before === null) throw notFound('Workspace', workspaceId);
    const { digest, ...changes } = body;
    const whole = digest === undefined ? {} : { digest: mergeDigest(before.digest, digest) };
    await updateWorkspace(transaction, workspaceId, { ...changes, ...whole });
    const entry = { workspaceId, subjectType: 'workspace', subjectId: workspaceId, actor } as const;
    await recordAudit(transaction, [
      { ...entry, action: 'workspace.updated', metadata: { fields: Object.keys(body) } },
    ]);
    if (body.mailPublicLeads !== undefined && body.mailPublicLeads !== before.mailPublicLeads) {
      await setPublicLeadsMailable(transaction, workspaceId, body.mailPublicLeads);
    }
    if (digest !== undefined || body.timezone !== undefined) await queueDigestSync(transaction, workspaceId);
    const after = await findWorkspace(transaction, workspaceId);
    if (after === null) throw notFound('Workspace', workspaceId);
    return after;
  });
}

type Digest = Workspace['digest'];

/** What is not given stays. */
const mergeDigest = (before: Digest, changes: { [Field in keyof Digest]?: Digest[Field] | undefined }): Digest => ({
  enabled: changes.enabled ?? before.enabled,
  weekday: changes.weekday ?? before.weekday,
  time: changes.time ?? before.time,
});
