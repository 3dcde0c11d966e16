import type { Client } from '@temporalio/client';
import {
  conversionChangedSignal,
  historyWorkflowId,
  taskQueues,
  workflowTypes,
  type MatchHistoryInput,
} from '../workflows/contract';
import { describeWorkflow } from './describe-workflow';

/** Starts the matching of a conversion's history. One that is under way is told to look again before it ends. */
export async function startHistoryWorkflow(client: Client, input: MatchHistoryInput): Promise<void> {
  await client.workflow.signalWithStart(workflowTypes.matchHistory, {
    signal: conversionChangedSignal,
    taskQueue: taskQueues.maintenance,
    workflowId: historyWorkflowId(input),
    args: [input],
    staticSummary: `History of conversion ${input.conversionId}`,
    searchAttributes: { WorkspaceId: [input.workspaceId] },
  });
}

/** @throws when Temporal is away */
export const isHistoryRunning = async (client: Client, input: MatchHistoryInput): Promise<boolean> =>
  (await describeWorkflow(client, historyWorkflowId(input))) === 'running';
