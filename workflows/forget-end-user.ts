import { CancellationScope, proxyActivities, setCurrentDetails, TemporalFailure } from '@temporalio/workflow';
import type { MaintenanceActivities } from '../activities';
import type { ErasureInput } from './contract/forget-end-user';
import { taskQueues } from './contract/names';

const maintenance = proxyActivities<MaintenanceActivities>({
  taskQueue: taskQueues.maintenance,
  startToCloseTimeout: '12h',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/**
 * Erases a person in stages. Executions end first, because they write data. Temporal's workflows are deleted before the
 * rows that contain their ids.
 */
export async function forgetEndUser(input: ErasureInput): Promise<void> {
  try {
    setCurrentDetails('Ends the runs.');
    await maintenance.endErasedRuns.executeWithOptions({ summary: 'end the executions' }, [input]);
    setCurrentDetails('Deletes the workflows of the runs.');
    await maintenance.deleteErasedRuns.executeWithOptions({ summary: 'delete the workflows' }, [input]);
    setCurrentDetails('Takes the person out of records.');
    await maintenance.eraseRecords.executeWithOptions({ summary: 'remove the person from records' }, [input]);
    setCurrentDetails('Makes events anonymous.');
    await maintenance.eraseEvents.executeWithOptions({ summary: 'make events anonymous' }, [input]);
    await maintenance.completeErasure.executeWithOptions({ summary: 'complete the erasure' }, [input]);
    setCurrentDetails('Completed.');
  } catch (error) {
    // Any other error is a bug in this code. It fails the workflow task, which is retried, so that a fixed worker can
    // continue.
    if (!(error instanceof TemporalFailure)) throw error;
    await CancellationScope.nonCancellable(() =>
      maintenance.failErasure.executeWithOptions({ summary: 'record that the erasure failed' }, [input]),
    );
    throw error;
  }
}
