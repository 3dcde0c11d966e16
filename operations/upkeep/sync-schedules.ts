import { listAllConnectionIds } from '../../db/connections/connections';
import { listWorkspaceIds } from '../../db/digests/digests';
import { inGroups } from '../in-groups';
import type { Context, Schedules } from '../ports';

/** Records read together, and schedules compared together. */
const pageSize = 500;
const batchSize = 10;

interface ScheduleCounts {
  checked: number;
  /** Schedules that were missing, different or obsolete. */
  repaired: number;
}

/** Compares the schedules of pulls with the connections, and corrects those that differ. */
export const syncConnectionSchedules = (
  context: Pick<Context, 'database' | 'signal' | 'connectionSchedules'>,
): Promise<ScheduleCounts> => syncAll(context, context.connectionSchedules, listAllConnectionIds);

/** Compares the schedules of weekly digests with the workspaces' settings, and corrects those that differ. */
export const syncDigestSchedules = (
  context: Pick<Context, 'database' | 'signal' | 'digestSchedules'>,
): Promise<ScheduleCounts> => syncAll(context, context.digestSchedules, listWorkspaceIds);

async function syncAll(
  { database, signal }: Pick<Context, 'database' | 'signal'>,
  schedules: Schedules,
  listIds: typeof listWorkspaceIds,
): Promise<ScheduleCounts> {
  const counts: ScheduleCounts = { checked: 0, repaired: 0 };
  const sync = async (ids: readonly string[]): Promise<void> => {
    const differed = await inGroups(signal, ids, (id) => schedules.sync(id), batchSize);
    counts.checked += differed.length;
    counts.repaired += differed.filter(Boolean).length;
  };
  const ofDeleted = new Set(await schedules.list());
  for (let after = '', isMore = true; isMore;) {
    const ids = await listIds(database, after, pageSize);
    for (const id of ids) ofDeleted.delete(id);
    await sync(ids);
    after = ids.at(-1) ?? after;
    isMore = ids.length === pageSize;
  }
  await sync([...ofDeleted]);
  return counts;
}
