import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { RunState } from '../activities/reconcile';
import type { Database } from '../db/connection';
import { findExecution } from '../db/executions';
import { findVersion } from '../db/journey-versions';
import { planOf } from '../domain/journeys/advance';
import { journeyWorkflowId, taskQueues, workflowTypes, type JourneyExecutionInput } from '../workflows/contract';
import { startOnce } from './start-once';

/**
 * Starts the workflow of an execution where the execution stands. One that was started before, running or closed, counts as
 * done; so does an execution that is over, or no longer there.
 */
export async function startJourneyWorkflow(
  client: Client,
  database: Database,
  workspaceId: string,
  executionId: string,
): Promise<void> {
  const execution = await findExecution(database, workspaceId, executionId);
  if (execution === null || execution.status !== 'RUNNING') return;
  const { journeyId, version, endUserId, currentStepId } = execution;
  const definition = await findVersion(database, execution);
  if (definition === null) throw new Error(`Version ${version} of ${journeyId} does not exist.`);
  const input: JourneyExecutionInput = {
    workspaceId,
    executionId,
    journeyId,
    version,
    plan: planOf(definition.steps),
    fromStepId: currentStepId,
  };
  await startOnce(client, workflowTypes.journeyExecution, {
    taskQueue: taskQueues.journeys,
    workflowId: journeyWorkflowId(executionId),
    args: [input],
    staticSummary: `${journeyId} v${version} · ${endUserId}`,
    staticDetails: `Journey **${journeyId}**, version ${version}, subject **${endUserId}**.`,
    searchAttributes: {
      WorkspaceId: [workspaceId],
      JourneyId: [journeyId],
      JourneyVersion: [version],
      EndUserId: [endUserId],
      CurrentStepId: [currentStepId],
    },
  });
}

/** What Temporal knows of an execution's workflow. @throws when Temporal is away */
export async function describeRun(client: Client, executionId: string): Promise<RunState> {
  try {
    const { status } = await client.workflow.getHandle(journeyWorkflowId(executionId)).describe();
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
