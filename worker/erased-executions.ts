import { isGrpcServiceError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { Workflows } from '../operations/ports';
import { journeyWorkflowId } from '../workflows/contract/journey-execution';

const notFound = 5;

/** Creates the Temporal operations that erasures need. */
export function createErasedExecutions(client: Client, namespace: string): Omit<Workflows, 'describe'> {
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

    async listSome(workspaceId) {
      const query = `WorkspaceId = ${quoted(workspaceId)}`;
      const { executions } = await client.workflowService.listWorkflowExecutions({ namespace, query, pageSize: 1_000 });
      return executions.map(({ execution }) => ({
        workflowId: execution?.workflowId ?? '',
        runId: execution?.runId ?? '',
      }));
    },
  };
}

/** Quotes a literal for Temporal's list filters. An unknown id can be any text. */
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
