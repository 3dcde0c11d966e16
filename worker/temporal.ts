import { isGrpcServiceError, ScheduleNotFoundError, ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import {
  reconcileScheduleId,
  searchAttributeTypes,
  taskQueues,
  workflowTypes,
  type ReconcileInput,
} from '../workflows/contract';

const alreadyExists = 6;

const valueTypes = {
  KEYWORD: temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  INT: temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_INT,
} as const;

/** Registers the search attributes that the namespace has not got yet. Safe from several workers at once. */
export async function registerSearchAttributes(client: Client, namespace: string): Promise<void> {
  const { operatorService } = client.connection;
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(searchAttributeTypes).filter(([name]) => customAttributes[name] === undefined);
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing.map(([name, type]) => [name, valueTypes[type]]));
  try {
    await operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (error) {
    if (!isGrpcServiceError(error) || Number(error.code) !== alreadyExists) throw error;
  }
}

/** Creates or updates the schedules of the installation. Safe from several workers at once. */
export async function ensureSchedules(
  client: Client,
  { reconcileEverySeconds }: { reconcileEverySeconds: number },
): Promise<void> {
  const args: [ReconcileInput] = [{ limit: 2_000 }];
  const spec = { intervals: [{ every: reconcileEverySeconds * 1_000 }] };
  const action = {
    type: 'startWorkflow' as const,
    workflowType: workflowTypes.reconcileExecutions,
    taskQueue: taskQueues.maintenance,
    args,
    staticSummary: 'Compares running executions with Temporal and mends what differs',
  };
  const policies = { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' };
  const handle = client.schedule.getHandle(reconcileScheduleId);
  try {
    await handle.update((current) => ({
      ...current,
      spec,
      action: { ...action, workflowId: reconcileScheduleId },
      policies,
    }));
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    await client.schedule
      .create({
        scheduleId: reconcileScheduleId,
        spec,
        action: { ...action, workflowId: reconcileScheduleId },
        policies,
      })
      .catch((failure: unknown) => {
        // Another worker was quicker.
        if (!(failure instanceof Error) || failure.name !== 'ScheduleAlreadyRunning') throw failure;
      });
  }
}
