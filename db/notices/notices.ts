import type { MemberNotice } from '../../domain/notices/member-notice';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { enqueue } from '../outbox/outbox';

export interface InvitationNotice {
  template: 'invite' | 'invite-accepted';
  invitationId: string;
}

/** Contains a link to set a password, for the user who requested it. */
export interface PasswordResetNotice {
  template: 'password-reset';
  resetId: string;
}

/** A notice and the member who receives it. */
export type WrittenMemberNotice = MemberNotice & { userId: string };

/**
 * Messages of the service to members and invited people. Written in the transaction of their cause, sent by a worker.
 * Contain only ids.
 */
export type Notice = InvitationNotice | PasswordResetNotice | WrittenMemberNotice;

/**
 * Writes a notice of an invitation or a password reset in the transaction of its subject.
 * @returns the id of its send
 */
export async function queueNotice(
  transaction: Database,
  workspaceId: string,
  notice: InvitationNotice | PasswordResetNotice,
): Promise<string> {
  const id = newId('send');
  await transaction('sends').insert({
    workspace_id: workspaceId,
    id,
    kind: 'notice',
    status: 'queued',
    notice: JSON.stringify(notice),
  });
  await enqueue(transaction, [{ workspaceId, kind: 'send_notice', subjectId: id }]);
  return id;
}

export async function findNotice(database: Database, workspaceId: string, sendId: string): Promise<Notice | null> {
  const row = await database('sends')
    .where({ workspace_id: workspaceId, id: sendId, kind: 'notice' })
    .first<{ notice: Notice } | undefined>('notice');
  return row?.notice ?? null;
}

/** Lists notices that are not settled five minutes after they were written and have no command in the outbox. */
export function listUnqueuedNotices(database: Database, limit: number): Promise<{ workspaceId: string; id: string }[]> {
  return rowsOf(
    database.raw(
      `select s.workspace_id as "workspaceId", s.id from sends s
        where s.kind = 'notice' and s.status in ('queued', 'sending') and s.created_at < now() - interval '5 minutes'
          and not exists (select 1 from outbox o where o.workspace_id = s.workspace_id
                             and o.kind = 'send_notice' and split_part(o.subject_id, ':', 1) = s.id)
        order by s.created_at limit ?`,
      [limit],
    ),
  );
}
