import {
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
  type Client,
} from '@temporalio/client';
import type { ErasedRuns } from '../activities/erased-runs';
import {
  erasureWorkflowId,
  journeyWorkflowId,
  taskQueues,
  workflowTypes,
  type ErasureInput,
} from '../workflows/contract';

/** Starts an erasure. One that is under way or completed counts as started; one that was broken off begins anew. */
export async function startErasureWorkflow(client: Client, input: ErasureInput): Promise<void> {
  try {
    await client.workflow.start(workflowTypes.forgetEndUser, {
      taskQueue: taskQueues.maintenance,
      workflowId: erasureWorkflowId(input.erasureId),
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
      args: [input],
      staticSummary: `Erasure ${input.erasureId}`,
      searchAttributes: { WorkspaceId: [input.workspaceId] },
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

const notFound = 5;

/** What erasures ask of Temporal. */
export function createErasedRuns(client: Client, namespace: string): ErasedRuns {
  return {
    workflowIdOf: journeyWorkflowId,

    async terminate(executionId) {
      try {
        await client.workflow.getHandle(journeyWorkflowId(executionId)).terminate('erased');
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },

    async remove(workflowId, runId) {
      try {
        const workflowExecution = { workflowId, ...(runId === undefined ? {} : { runId }) };
        await client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution });
      } catch (error) {
        if (!isGrpcServiceError(error) || Number(error.code) !== notFound) throw error;
      }
    },

    async list(workspaceId, endUserId) {
      const found: { workflowId: string; runId: string }[] = [];
      const query = `WorkspaceId = ${quoted(workspaceId)} and EndUserId = ${quoted(endUserId)}`;
      for await (const { workflowId, runId } of client.workflow.list({ query })) found.push({ workflowId, runId });
      return found;
    },
  };
}

/** A literal of Temporal's list filters. The id of somebody unknown may be any text. */
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
