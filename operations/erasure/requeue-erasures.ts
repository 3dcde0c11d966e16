import type { Database } from '../../db/connection/pool';
import { listUnqueuedErasures } from '../../db/erasure/erasures';
import { enqueue } from '../../db/outbox/outbox';

/** Queues the start of erasures that no command starts: one whose workflow is known continues there. @returns how many */
export function requeueErasures(database: Database, limit: number): Promise<number> {
  return database.transaction(async (transaction) => {
    const running = await listUnqueuedErasures(transaction, limit);
    const commands = running.map(({ workspaceId, id }) => ({
      workspaceId,
      kind: 'start_erasure' as const,
      subjectId: id,
    }));
    await enqueue(transaction, commands);
    return running.length;
  });
}
