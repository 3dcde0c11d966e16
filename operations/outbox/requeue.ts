import type { Database } from '../../db/connection/pool';
import { enqueue, type OutboxKind } from '../../db/outbox/outbox';

/**
 * Queues commands again that were lost.
 * @param list what no command in the outbox is about
 * @returns how many
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
