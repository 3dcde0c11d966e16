import { listConnectionIds } from '../../db/connections/connections';
import { databaseTime } from '../../db/erasure/erasure-runs';
import {
  deleteCommands,
  findDeletion,
  hasCommands,
  hasEarlierTransaction,
  listRunningExecutions,
} from '../../db/workspaces/deletions';
import { inGroups } from '../in-groups';
import type { Context } from '../ports';
import { removeListed } from '../remove-listed';

export type EndingContext = Pick<
  Context,
  'database' | 'workflows' | 'digestSchedules' | 'connectionSchedules' | 'clock' | 'signal'
>;

/** Longer than an API process caches a workspace's public key, in milliseconds. */
const cachedMs = 5_000;
const pollMs = 250;
const executionBatchSize = 500;

/**
 * Waits until no request or command of a deleted workspace is in progress, and ends its schedules and workflows. Safe to
 * repeat: it continues with what is left.
 */
export async function endWorkspaceWork(context: EndingContext, workspaceId: string): Promise<void> {
  const { database, digestSchedules, connectionSchedules } = context;
  const deletion = await findDeletion(database, workspaceId);
  if (deletion?.completedAt !== null) return;
  await untilIdle(context, workspaceId, deletion.requestedAt);
  await digestSchedules.sync(workspaceId);
  for (const id of await listConnectionIds(database, workspaceId)) await connectionSchedules.sync(id);
  await deleteWorkflows(context, workspaceId);
}

async function untilIdle(
  { database, clock, signal }: EndingContext,
  workspaceId: string,
  closedAt: Date,
): Promise<void> {
  const now = await databaseTime(database);
  await clock.sleep(Math.max(0, closedAt.getTime() + cachedMs - now.getTime()));
  const since = await databaseTime(database);
  do {
    signal.throwIfAborted();
    await deleteCommands(database, workspaceId);
    await clock.sleep(pollMs);
  } while ((await hasCommands(database, workspaceId)) || (await hasEarlierTransaction(database, since)));
}

/** Deletes the workflows of running executions, and all that Temporal lists for the workspace. Running ones end. */
async function deleteWorkflows(context: EndingContext, workspaceId: string): Promise<void> {
  const { database, workflows, signal } = context;
  for (let after = '', isMore = true; isMore;) {
    const ids = await listRunningExecutions(database, workspaceId, { after, limit: executionBatchSize });
    await inGroups(signal, ids, (id) => workflows.remove(workflows.workflowIdOf(id)));
    after = ids.at(-1) ?? after;
    isMore = ids.length === executionBatchSize;
  }
  await removeListed(context, {
    list: () => workflows.listSome(workspaceId),
    workBefore: async () => {
      // A workflow may have queued commands before it ended.
      await deleteCommands(database, workspaceId);
      return hasCommands(database, workspaceId);
    },
  });
}
