import { Context } from '@temporalio/activity';
import type { Database } from '../db/connection/pool';
import { findRunsOfErased, isPersonStillAtWork } from '../db/erasure/erasure-runs';
import type { Erasure } from '../db/erasure/erasures';
import { cancelExecutions } from '../operations/erasure/cancel-executions';
import type { WorkflowState } from '../operations/journeys/reconcile-execution';

/** What an erasure asks of Temporal. */
export interface ErasedExecutions {
  /** Ends a run's workflow at once, if it is running. */
  terminate(executionId: string): Promise<void>;
  /** Deletes a workflow with its history; one that is gone counts as deleted. @param runId the latest unless given */
  remove(workflowId: string, runId?: string): Promise<void>;
  /** The workflows that carry the person's id. */
  list(workspaceId: string, endUserId: string): Promise<{ workflowId: string; runId: string }[]>;
  /** Some workflows of a workspace, at most 1,000. */
  listSome(workspaceId: string): Promise<{ workflowId: string; runId: string }[]>;
  workflowIdOf(executionId: string): string;
}

/** What ending and deleting runs needs. */
export interface RunEnding {
  database: Database;
  erasedExecutions: ErasedExecutions;
  describeExecution: (executionId: string) => Promise<WorkflowState>;
}

/** How long runs may take to record their own end, milliseconds. */
const patienceMs = 60_000;
const pollMs = 250;
/** Empty answers in a row after which the list counts as empty. */
const emptyListsToBelieve = 4;
/** Requests to Temporal under way together. */
const atOnce = 20;

/** Waits until nothing is under way for the person. Runs that do not end by themselves in time are ended. */
export async function untilIdle(
  { database, erasedExecutions }: RunEnding,
  erasure: Erasure,
  since: Date,
): Promise<void> {
  let endAtMs = performance.now() + patienceMs;
  while (await isPersonStillAtWork(database, erasure, since)) {
    if (performance.now() > endAtMs) {
      await inGroups(await findRunsOfErased(database, erasure), (id) => erasedExecutions.terminate(id));
      await cancelExecutions({ database }, erasure);
      endAtMs += patienceMs;
    }
    await Context.current().sleep(pollMs);
  }
}

/** Deletes the workflows of the runs, and any other that carries the person's id, until Temporal neither knows nor lists them. */
export async function untilGone(
  { erasedExecutions, describeExecution }: RunEnding,
  erasure: Erasure,
  executionIds: readonly string[],
): Promise<void> {
  let left = executionIds;
  let emptyLists = 0;
  while (left.length > 0 || emptyLists < emptyListsToBelieve) {
    await inGroups(left, (id) => erasedExecutions.remove(erasedExecutions.workflowIdOf(id)));
    const listed = await list(erasedExecutions, erasure);
    await inGroups(listed, ({ workflowId, runId }) => erasedExecutions.remove(workflowId, runId));
    const states = await inGroups(left, async (id) => ({ id, state: await describeExecution(id) }));
    left = states.filter(({ state }) => state !== 'gone').map(({ id }) => id);
    // What the list has of a workflow is written after the workflow: it may be empty because it is late.
    emptyLists = listed.length === 0 ? emptyLists + 1 : 0;
    await Context.current().sleep(pollMs);
  }
}

async function list(erasedExecutions: ErasedExecutions, { workspaceId, endUserId }: Erasure) {
  return endUserId === null ? [] : erasedExecutions.list(workspaceId, endUserId);
}

const stopIfCancelled = (): void => Context.current().cancellationSignal.throwIfAborted();

/** Works on some items at a time. @throws when the activity is cancelled */
export async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))));
    stopIfCancelled();
  }
  return results;
}
