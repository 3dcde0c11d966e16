import type { Database } from '../../db/connection/pool';
import { enqueue, type OutboxKind } from '../../db/outbox/outbox';

/**
 * Queues lost commands again.
 * @param list returns the subjects without a command in the outbox
 * @returns the number of queued commands
 */
export function requeue(
  database: Database,
  kind: OutboxKind,
  list: (transaction: Database) => Promise<readonly { workspaceId: string; id: string }[]>,
): Promise<number> {
  return database.transaction(async (transaction) => {
    const lost = await list(transaction);
    await enqueue(
      transaction,
      lost.map(({ workspaceId, id }) => ({ workspaceId, kind, subjectId: id })),
    );
    return lost.length;
  });
}
