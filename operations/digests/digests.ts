import { findDigest, insertDigest, queueDigestRun } from '../../db/digests/digests';
import { queueMemberNotice, recipientsOf } from '../../db/notices/member-notices';
import { findWorkspace } from '../../db/workspaces/workspaces';
import type { Actor } from '../../domain/accounts/actor';
import { digestDate } from '../../domain/digest/digest-date';
import { notFound } from '../../domain/errors';
import { readReport } from '../analytics/read-report';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';
import { summarizeWeek } from './summarize-week';

/**
 * Writes the digest of a date and a notice for each subscribed member, once.
 * @param date in the workspace's timezone, ISO 8601
 * @returns the number of notices; 0 if the digest exists or the workspace was deleted
 */
export async function writeDigest(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  workspaceId: string,
  date: string,
): Promise<number> {
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) return 0;
  const week = { workspaceId, timezone: workspace.timezone, date, now: clock.now() };
  const summary = await readReport({ database, replica: null }, workspaceId, (snapshot) =>
    summarizeWeek(snapshot, week),
  );
  return database.transaction(async (transaction) => {
    if (!(await insertDigest(transaction, workspaceId, date, summary))) return 0;
    return queueMemberNotice(transaction, workspaceId, { template: 'weekly-digest', date });
  });
}

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
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  actor: Actor,
): Promise<RequestedDigest> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const workspace = await findWorkspace(transaction, workspaceId);
    if (workspace === null) throw notFound('Workspace', workspaceId);
    const date = digestDate(clock.now(), workspace.timezone);
    await queueDigestRun(transaction, workspaceId, date);
    await recordAct(transaction, actor, 'digest.run', { metadata: { date } });
    const alreadySent = (await findDigest(transaction, workspaceId, date)) !== null;
    const recipients = await recipientsOf(transaction, workspaceId, { template: 'weekly-digest' });
    return { date, alreadySent, recipients: recipients.length };
  });
}
