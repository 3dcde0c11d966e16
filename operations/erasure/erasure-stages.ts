import { databaseTime, findRunsOfErased, isPersonStillAtWork } from '../../db/erasure/erasure-runs';
import { failErasure as failRow, findErasure, noteProgress, type Erasure } from '../../db/erasure/erasures';
import { inGroups } from '../in-groups';
import type { Context } from '../ports';
import { removeListed } from '../remove-listed';
import { eraseEvents } from './erase-events';
import { eraseRecords } from './erase-records';
import { cancelErasedExecutions, completeErasure } from './erasures';

export type StageContext = Pick<Context, 'database' | 'workflows' | 'clock' | 'signal'>;

/** Milliseconds in which executions may record their own end. */
const patienceMs = 60_000;
const pollMs = 250;

/*
 * The stages of an erasure, in their order. Each is safe to repeat and continues with what is left. None changes anything for an
 * erasure that is not running.
 */

/** Waits until no work for the person is in progress. Terminates executions that do not end in time. */
export async function endErasedExecutions(context: StageContext, erasureId: string): Promise<void> {
  const { database, workflows, clock, signal } = context;
  const erasure = await findRunning(context, erasureId);
  if (erasure === null) return;
  const since = await databaseTime(database);
  let endAtMs = performance.now() + patienceMs;
  while (await isPersonStillAtWork(database, erasure, since)) {
    if (performance.now() > endAtMs) {
      await inGroups(signal, await findRunsOfErased(database, erasure), (id) => workflows.terminate(id));
      await cancelErasedExecutions(context, erasure);
      endAtMs += patienceMs;
    }
    await clock.sleep(pollMs);
    signal.throwIfAborted();
  }
  await noteProgress(database, erasure, { stage: 'workflows' });
}

/**
 * Deletes the workflows of the person's executions, and others with the person's id, until Temporal neither has nor lists them.
 */
export async function deleteErasedWorkflows(context: StageContext, erasureId: string): Promise<void> {
  const { database, workflows, signal } = context;
  const erasure = await findRunning(context, erasureId);
  if (erasure === null) return;
  const { workspaceId, endUserId } = erasure;
  const executionIds = await findRunsOfErased(database, erasure);
  let left: readonly string[] = executionIds;
  await removeListed(context, {
    list: async () => (endUserId === null ? [] : workflows.list(workspaceId, endUserId)),
    workBefore: async () => {
      await inGroups(signal, left, (id) => workflows.remove(workflows.workflowIdOf(id)));
      const states = await inGroups(signal, left, async (id) => ({ id, state: await workflows.describe(id) }));
      left = states.filter(({ state }) => state !== 'gone').map(({ id }) => id);
      return left.length > 0;
    },
  });
  await noteProgress(database, erasure, { stage: 'records', executions: executionIds.length });
}

/** Erases the person from all rows except events. */
export async function eraseAllRecords(context: Pick<Context, 'database' | 'signal'>, erasureId: string): Promise<void> {
  const erasure = await findRunning(context, erasureId);
  if (erasure === null) return;
  const records = await eraseRecords(context, erasure);
  await noteProgress(context.database, erasure, { stage: 'events', records });
}

/** Makes the person's events anonymous. */
export async function eraseAllEvents(context: Pick<Context, 'database' | 'signal'>, erasureId: string): Promise<void> {
  const erasure = await findRunning(context, erasureId);
  if (erasure !== null) await eraseEvents(context, erasure);
}

/** Completes the erasure, as {@link completeErasure}. */
export async function finishErasure(context: Pick<Context, 'database'>, erasureId: string): Promise<void> {
  const erasure = await findRunning(context, erasureId);
  if (erasure !== null) await completeErasure(context, erasure);
}

async function findRunning({ database }: Pick<Context, 'database'>, erasureId: string): Promise<Erasure | null> {
  const erasure = await findErasure(database, erasureId);
  return erasure?.status === 'running' ? erasure : null;
}

/** Records that an erasure stopped. Requesting it again continues it. */
export const failErasure = (
  { database }: Pick<Context, 'database'>,
  { workspaceId, erasureId }: { workspaceId: string; erasureId: string },
): Promise<void> => failRow(database, workspaceId, erasureId, 'The workflow was canceled or failed.');
