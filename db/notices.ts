import { newId, type Database } from './connection';
import { enqueue } from './outbox';

/** Messages of the service to members and invited people: written where they are decided, sent by a worker. Ids only. */
export type Notice =
  { template: 'invite'; invitationId: string } | { template: 'invite-accepted'; invitationId: string };

/** Writes a notice in the transaction of what it tells of, and answers the id of its send. */
export async function queueNotice(transaction: Database, workspaceId: string, notice: Notice): Promise<string> {
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
