import { Context } from '@temporalio/activity';
import { listConnectionIds } from '../db/connections/connections';
import type { Database } from '../db/connection/pool';
import { databaseTime } from '../db/erasure/erasure-runs';
import {
  deleteCommands,
  findDeletion,
  hasCommands,
  hasEarlierTransaction,
  listRunningExecutions,
} from '../db/workspaces/deletions';
import { deleteWorkspaceRows } from '../operations/workspaces/delete-workspace';
import type { DeletionInput } from '../workflows/contract/delete-workspace';
import type { ConnectionSchedules } from './connections';
import type { DigestSchedules } from './digests';
import { inGroups, type ErasedExecutions } from './erased-executions';
import { withHeartbeat } from './heartbeat';

export interface DeletionDependencies {
  database: Database;
  erasedExecutions: ErasedExecutions;
  digestSchedules: DigestSchedules;
  connectionSchedules: ConnectionSchedules;
}

/** Longer than an API process caches a workspace's public key, milliseconds. */
const cachedMs = 5_000;
const pollMs = 250;
/** Consecutive empty lists after which no workflow is left: Temporal updates its list after the workflows. */
const emptyLists = 4;
const executionsAtOnce = 500;

/** The stages of a workspace's deletion. Each can be repeated at any point, and continues with what is left. */
export function createDeletionActivities(dependencies: DeletionDependencies) {
  const { database } = dependencies;
  return {
    /** Waits until no request or command of the workspace is in progress, and ends its schedules and workflows. */
    async endWorkspaceWork({ workspaceId }: DeletionInput): Promise<void> {
      const deletion = await findDeletion(database, workspaceId);
      if (deletion?.completedAt !== null) return;
      await withHeartbeat(async () => {
        await untilIdle(database, workspaceId, deletion.requestedAt);
        await removeSchedules(dependencies, workspaceId);
        await removeWorkflows(dependencies, workspaceId);
      });
    },

    /** Deletes all rows of the workspace, and the workspace. */
    async deleteWorkspaceRows({ workspaceId }: DeletionInput): Promise<void> {
      const deletion = await findDeletion(database, workspaceId);
      if (deletion?.completedAt !== null) return;
      const { cancellationSignal: signal } = Context.current();
      await withHeartbeat(() => deleteWorkspaceRows({ database, signal }, workspaceId));
    },
  };
}

async function untilIdle(database: Database, workspaceId: string, closedAt: Date): Promise<void> {
  const now = await databaseTime(database);
  await Context.current().sleep(Math.max(0, closedAt.getTime() + cachedMs - now.getTime()));
  const since = await databaseTime(database);
  do {
    await deleteCommands(database, workspaceId);
    await Context.current().sleep(pollMs);
  } while ((await hasCommands(database, workspaceId)) || (await hasEarlierTransaction(database, since)));
}

async function removeSchedules(
  { database, digestSchedules, connectionSchedules }: DeletionDependencies,
  workspaceId: string,
): Promise<void> {
  await digestSchedules.sync(workspaceId);
  for (const id of await listConnectionIds(database, workspaceId)) await connectionSchedules.sync(id);
}

/** Deletes the workflows of running executions, and all that Temporal lists for the workspace. Running ones end. */
async function removeWorkflows(
  { database, erasedExecutions }: DeletionDependencies,
  workspaceId: string,
): Promise<void> {
  for (let after = ''; ;) {
    const ids = await listRunningExecutions(database, workspaceId, { after, limit: executionsAtOnce });
    await inGroups(ids, (id) => erasedExecutions.remove(erasedExecutions.workflowIdOf(id)));
    after = ids.at(-1) ?? after;
    if (ids.length < executionsAtOnce) break;
  }
  for (let empty = 0; empty < emptyLists;) {
    // A workflow may have queued commands before it ended.
    await deleteCommands(database, workspaceId);
    const isBusy = await hasCommands(database, workspaceId);
    const listed = await erasedExecutions.listSome(workspaceId);
    await inGroups(listed, ({ workflowId, runId }) => erasedExecutions.remove(workflowId, runId));
    empty = listed.length === 0 && !isBusy ? empty + 1 : 0;
    await Context.current().sleep(pollMs);
  }
}
