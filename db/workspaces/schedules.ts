import type { Database } from '../connection/pool';
import { listConnectionIds, queueConnectionSchedule } from '../connections/connections';
import { queueDigestSync } from '../digests/digests';

/** Has all schedules of a workspace brought in line with it, after the commit: its digest's and its connections'. */
export async function queueAllSchedules(transaction: Database, workspaceId: string): Promise<void> {
  await queueDigestSync(transaction, workspaceId);
  for (const id of await listConnectionIds(transaction, workspaceId)) {
    await queueConnectionSchedule(transaction, workspaceId, id);
  }
}
