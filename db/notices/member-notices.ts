import { audienceOf, noticeKey, type MemberNotice, type NoticePreferences } from '../../domain/notices/member-notice';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { enqueue } from '../outbox/outbox';

const columns: Record<keyof NoticePreferences, string> = {
  weeklyDigest: 'weekly_digest',
  experimentStarted: 'experiment_started',
  experimentCompleted: 'experiment_completed',
  integration: 'integration',
  anomaly: 'anomaly',
};

/**
 * Writes a notice to every member who is subscribed to it, in the transaction of its subject. Workers send the notices.
 * Safe to repeat: each member gets a notice only once.
 * @returns how many were written
 */
export async function queueMemberNotice(
  transaction: Database,
  workspaceId: string,
  notice: MemberNotice,
): Promise<number> {
  const userIds = await recipientsOf(transaction, workspaceId, notice);
  if (userIds.length === 0) return 0;
  const key = noticeKey(notice);
  const written = await transaction('sends')
    .insert(
      userIds.map((userId) => ({
        workspace_id: workspaceId,
        id: newId('send'),
        kind: 'notice',
        status: 'queued',
        notice: JSON.stringify({ ...notice, userId }),
        notice_key: `${key}:${userId}`,
      })),
    )
    .onConflict(transaction.raw('(workspace_id, notice_key) where notice_key is not null') as never)
    .ignore()
    .returning<{ id: string }[]>('id');
  await enqueue(
    transaction,
    written.map(({ id }) => ({ workspaceId, kind: 'send_notice', subjectId: id })),
  );
  return written.length;
}

/** Returns the ids of the members who are subscribed to a notice. */
export async function recipientsOf(
  database: Database,
  workspaceId: string,
  { template }: Pick<MemberNotice, 'template'>,
): Promise<string[]> {
  const audience = audienceOf(template);
  const members = database('members as m')
    .leftJoin('notice_preferences as p', { 'p.workspace_id': 'm.workspace_id', 'p.user_id': 'm.user_id' })
    .where('m.workspace_id', workspaceId);
  if (audience === 'owners_and_admins') void members.whereIn('m.role', ['owner', 'admin']);
  else void members.whereRaw('coalesce(p.??, true)', [columns[audience]]);
  return members.orderBy('m.user_id').pluck<string[]>('m.user_id');
}

/** Returns whether a member should still receive a notice, by their current preferences, role and membership. */
export async function isRecipient(
  database: Database,
  workspaceId: string,
  notice: MemberNotice,
  userId: string,
): Promise<boolean> {
  return (await recipientsOf(database, workspaceId, notice)).includes(userId);
}

/**
 * Returns whether an earlier notice about the same connection to the same member is still being sent, so that
 * "connected" arrives before "data received". A notice that was written more than an hour before does not block later
 * ones.
 */
export async function hasEarlierNotice(database: Database, workspaceId: string, sendId: string): Promise<boolean> {
  const rows = await rowsOf(
    database.raw(
      `select 1 from sends mine join sends other on other.workspace_id = mine.workspace_id and other.id <> mine.id
        where mine.workspace_id = ? and mine.id = ? and mine.notice ->> 'connectorType' is not null
          and other.kind = 'notice' and other.status in ('queued', 'sending') and other.notice ->> 'connectorType' is not null
          and other.notice ->> 'userId' = mine.notice ->> 'userId'
          and split_part(other.notice ->> 'occurrence', ':', 1) = split_part(mine.notice ->> 'occurrence', ':', 1)
          and other.created_at > mine.created_at - interval '1 hour'
          and (other.created_at < mine.created_at or (other.created_at = mine.created_at
                and other.notice ->> 'template' = 'integration-connected')) limit 1`,
      [workspaceId, sendId],
    ),
  );
  return rows.length > 0;
}
