import { isGrpcServiceError, WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { Workflows, WorkflowState } from '../operations/workflows-port';
import { journeyWorkflowId, stepPendingSignal, type StepPendingSignal } from '../workflows/contract/journey-execution';
import { historyWorkflowId } from '../workflows/contract/match-history';
import { executionTypes } from '../workflows/contract/names';

const notFound = 5;

/** Creates the port through which operations use workflows in Temporal. */
export function createWorkflows(client: Client, namespace: string): Workflows {
  return {
    workflowIdOf: journeyWorkflowId,

    describe: (executionId) => describeWorkflow(client, journeyWorkflowId(executionId)),

    async signalStepPending(executionId, stepId) {
      const signal: StepPendingSignal = { stepId };
      try {
        await client.workflow.getHandle(journeyWorkflowId(executionId)).signal(stepPendingSignal, signal);
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },

    isHistoryRunning: async (conversion) =>
      (await describeWorkflow(client, historyWorkflowId(conversion))) === 'running',

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

    listClosed: (from, until) => listClosed(client, from, until),

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

async function describeWorkflow(client: Client, workflowId: string): Promise<WorkflowState> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    switch (status.name) {
      case 'COMPLETED':
        return 'completed';
      case 'CANCELLED':
        return 'canceled';
      case 'TERMINATED':
        return 'terminated';
      case 'FAILED':
      case 'TIMED_OUT':
        return 'failed';
      default:
        return 'running';
    }
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'gone';
    throw error;
  }
}

const typesOfExecutions = executionTypes.map((type) => `"${type}"`).join(', ');
const closedPage = 1_000;

async function* listClosed(
  client: Client,
  from: Date,
  until: Date,
): AsyncIterable<{ workspaceId: string; id: string }> {
  const query =
    `WorkflowType in (${typesOfExecutions}) and ExecutionStatus != "Running" ` +
    `and CloseTime between "${from.toISOString()}" and "${until.toISOString()}"`;
  const prefix = journeyWorkflowId('');
  for await (const { workflowId, searchAttributes } of client.workflow.list({ query, pageSize: closedPage })) {
    const workspaceId = searchAttributes['WorkspaceId']?.[0];
    if (typeof workspaceId !== 'string' || !workflowId.startsWith(prefix)) continue;
    yield { workspaceId, id: workflowId.slice(prefix.length) };
  }
}

/** Quotes a literal for Temporal's list filters. An unknown id can be any text. */
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
