import { findDigest, queueDigestRun } from '../../db/digests/digests';
import { recipientsOf } from '../../db/notices/member-notices';
import { findWorkspace } from '../../db/workspaces/workspaces';
import type { Actor } from '../../domain/accounts/actor';
import { digestDate } from '../../domain/digest/digest-date';
import { notFound } from '../../domain/errors';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

interface RequestedDigest {
  /** In the workspace's timezone. */
  date: string;
  /** Whether the digest of this date already exists. In that case, nothing is sent. */
  alreadySent: boolean;
  /** The number of members who receive the digest. */
  recipients: number;
}

/** Queues today's digest. @throws AppError NOT_FOUND */
export function requestDigest(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  now: Date,
): Promise<RequestedDigest> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const workspace = await findWorkspace(transaction, workspaceId);
    if (workspace === null) throw notFound('Workspace', workspaceId);
    const date = digestDate(now, workspace.timezone);
    await queueDigestRun(transaction, workspaceId, date);
    await recordAct(transaction, actor, 'digest.run', { metadata: { date } });
    const alreadySent = (await findDigest(transaction, workspaceId, date)) !== null;
    const recipients = await recipientsOf(transaction, workspaceId, { template: 'weekly-digest' });
    return { date, alreadySent, recipients: recipients.length };
  });
}
