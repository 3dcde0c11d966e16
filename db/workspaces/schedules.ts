import type { Database } from '../connection/pool';
import { listConnectionIds, queueConnectionSchedule } from '../connections/connections';
import { queueDigestSync } from '../digests/digests';

/**
 * Queues commands that update all schedules of a workspace after the commit: those of its digest and its connections.
 */
export async function queueAllSchedules(transaction: Database, workspaceId: string): Promise<void> {
  await queueDigestSync(transaction, workspaceId);
  for (const id of await listConnectionIds(transaction, workspaceId)) {
    await queueConnectionSchedule(transaction, workspaceId, id);
  }
}
