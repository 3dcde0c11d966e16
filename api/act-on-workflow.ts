import { randomUUID } from 'node:crypto';
import {
  isGrpcServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
  type Client,
} from '@temporalio/client';
import type { ActResult, Temporal } from '../operations/ports';
import { reasonOf } from '../temporal/reason';
import { journeyWorkflowId } from '../workflows/contract/journey-execution';

/**
 * Creates the port that updates the workflows of executions.
 * @param client its calls end after ten seconds
 * @param check rejects if Temporal does not respond
 */
export const createActions =
  (client: Client, check: Temporal['check']): Temporal['act'] =>
  async (executionId, action, by): Promise<ActResult> => {
    const { action: name, ...input } = action;
    // A repeated request gets the result of the first one, except for retries, which are new each time.
    const suffix = name === 'retry_now' ? randomUUID() : 'stepId' in action ? action.stepId : '';
    const handle = client.workflow.getHandle(journeyWorkflowId(executionId));
    try {
      await check();
    } catch {
      return { kind: 'unavailable', reason: 'Temporal is unavailable. Nothing was changed. Retry the request.' };
    }
    try {
      await handle.executeUpdate(name, { updateId: `${name}/${suffix}`, args: [{ ...input, by }] });
      return { kind: 'done' };
    } catch (error) {
      return resultOf(error);
    }
  };

function resultOf(error: unknown): ActResult {
  if (error instanceof WorkflowUpdateFailedError) return { kind: 'refused', reason: reasonOf(error.cause ?? error) };
  if (error instanceof WorkflowNotFoundError) {
    return { kind: 'refused', reason: 'The execution has just ended, or has not started yet. Reload the execution.' };
  }
  if (!(error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) && !isGrpcServiceError(error)) throw error;
  const reason = 'No worker carried out the action within 10 seconds. It may still happen. Reload the execution.';
  return { kind: 'unavailable', reason };
}
