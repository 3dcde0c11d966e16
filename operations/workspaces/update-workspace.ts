import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { queueDigestSync } from '../../db/digests/digests';
import { setPublicLeadsMailable } from '../../db/end-users/public-leads';
import {
  findWorkspace,
  lockWorkspace,
  updateWorkspace as updateRow,
  type Workspace,
} from '../../db/workspaces/workspaces';
import type { Actor } from '../../domain/accounts/actor';
import type { updateWorkspaceBody } from '../../domain/accounts/schemas';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';

/** Changes settings, and what follows from them: whom mail may reach, and the schedule of the digest. @throws AppError NOT_FOUND */
export function updateWorkspace(
  database: Database,
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
    if (digest !== undefined || body.timezone !== undefined) await queueDigestSync(transaction, workspaceId);
    return (await findWorkspace(transaction, workspaceId)) ?? before;
  });
}

type Digest = Workspace['digest'];

/** What is not given stays. */
const mergeDigest = (before: Digest, changes: { [Field in keyof Digest]?: Digest[Field] | undefined }): Digest => ({
  enabled: changes.enabled ?? before.enabled,
  weekday: changes.weekday ?? before.weekday,
  time: changes.time ?? before.time,
});
