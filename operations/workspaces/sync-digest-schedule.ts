import type { Database } from '../../db/connection/pool';
import { lockDigestSchedule } from '../../db/digests/digests';
import { findWorkspace, type Workspace } from '../../db/workspaces/workspaces';

/**
 * Brings the schedule of a workspace's digest in line with its settings, under a lock from the read on: of several at once, the last
 * leaves what the newest read found.
 * @param apply writes the schedule, or removes that of a workspace that is gone or paused (null). It ends within seconds
 */
export function syncDigestSchedule<Result>(
  database: Database,
  workspaceId: string,
  apply: (workspace: Workspace | null) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    await lockDigestSchedule(transaction, workspaceId);
    const workspace = await findWorkspace(transaction, workspaceId);
    return apply(workspace?.pausedAt === null ? workspace : null);
  });
}
