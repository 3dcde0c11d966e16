import type { Database } from '../../db/connection/pool';
import { listUnqueuedNotices } from '../../db/notices/notices';
import { enqueue } from '../../db/outbox/outbox';

/**
 * Queues the start of notices that were not settled five minutes after they were written, and that no command starts. One whose
 * workflow is known to Temporal continues there; one whose workflow was lost is started again.
 * @returns how many
 */
export function requeueNotices(database: Database, limit: number): Promise<number> {
  return database.transaction(async (transaction) => {
    const overdue = await listUnqueuedNotices(transaction, limit);
    const commands = overdue.map(({ workspaceId, id }) => ({
      workspaceId,
      kind: 'send_notice' as const,
      subjectId: id,
    }));
    await enqueue(transaction, commands);
    return overdue.length;
  });
}
