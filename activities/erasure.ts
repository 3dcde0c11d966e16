import { Context } from '@temporalio/activity';
import { databaseTime, findRunsOfErased } from '../db/erasure/erasure-runs';
import { failErasure, findErasure, noteProgress, type Erasure } from '../db/erasure/erasures';
import { completeErasure } from '../operations/erasure/complete-erasure';
import { eraseEvents } from '../operations/erasure/erase-events';
import { eraseRecords } from '../operations/erasure/erase-records';
import type { ErasureInput } from '../workflows/contract/forget-end-user';
import { untilGone, untilIdle, type RunEnding } from './erased-executions';
import { withHeartbeat } from './heartbeat';

export type ErasureDependencies = RunEnding;

/** The stages of an erasure. Each may be repeated at any point: it goes on with what is left. */
export function createErasureActivities(dependencies: ErasureDependencies) {
  const { database } = dependencies;
  const cancelable = () => ({ database, signal: Context.current().cancellationSignal });
  return {
    /** Waits until nothing is under way for the person any more. Runs that do not end by themselves are ended. */
    async endErasedRuns(input: ErasureInput): Promise<void> {
      await perform(input, async (erasure) => {
        const since = await databaseTime(database);
        await untilIdle(dependencies, erasure, since);
        await noteProgress(database, erasure, { stage: 'workflows' });
      });
    },

    /** Deletes the workflows of all runs of the person, and waits until Temporal neither knows nor lists them. */
    async deleteErasedRuns(input: ErasureInput): Promise<void> {
      await perform(input, async (erasure) => {
        const executionIds = await findRunsOfErased(database, erasure);
        await untilGone(dependencies, erasure, executionIds);
        await noteProgress(database, erasure, { stage: 'records', executions: executionIds.length });
      });
    },

    /** Takes the person out of every row but events. */
    async eraseRecords(input: ErasureInput): Promise<void> {
      await perform(input, async (erasure) => {
        const records = await eraseRecords(cancelable(), erasure);
        await noteProgress(database, erasure, { stage: 'events', records });
      });
    },

    /** Makes the person's events anonymous. */
    async eraseEvents(input: ErasureInput): Promise<void> {
      await perform(input, (erasure) => eraseEvents(cancelable(), erasure));
    },

    completeErasure: (input: ErasureInput): Promise<void> =>
      perform(input, (erasure) => completeErasure({ database }, erasure)),

    /** Records that an erasure was broken off; requesting it again takes it up. */
    failErasure: ({ workspaceId, erasureId }: ErasureInput): Promise<void> =>
      failErasure(database, workspaceId, erasureId, 'The workflow was canceled or failed.'),
  };

  /** Does nothing for a completed erasure. */
  async function perform({ erasureId }: ErasureInput, work: (erasure: Erasure) => Promise<void>): Promise<void> {
    const erasure = await findErasure(database, erasureId);
    if (erasure?.status === 'running') await withHeartbeat(() => work(erasure));
  }
}
