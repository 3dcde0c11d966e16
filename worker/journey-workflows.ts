import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { Database } from '../db/connection/pool';
import { findReceivedEvent } from '../db/journeys/event-waits';
import { findExecution, type Execution } from '../db/journeys/executions';
import { findVersion } from '../db/journeys/journey-versions';
import { planOf } from '../domain/journeys/advance';
import { endExecution } from '../operations/journeys/end-execution';
import type { WorkflowState } from '../operations/journeys/reconcile-execution';
import {
  eventSignal,
  journeyWorkflowId,
  taskQueues,
  workflowTypes,
  type EventSignal,
  type JourneyExecutionInput,
} from '../workflows/contract';
import { describeWorkflow } from './describe-workflow';
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
  const execution = await findRunning(database, workspaceId, executionId);
  if (execution === null) return;
  if (execution.cancelReason !== null) return endUnstarted(database, execution, execution.cancelReason);
  const { journeyId, version, endUserId, currentStepId } = execution;
  const published = await findVersion(database, execution);
  if (published === null) throw new Error(`Version ${version} of ${journeyId} does not exist.`);
  const input: JourneyExecutionInput = {
    workspaceId,
    executionId,
    journeyId,
    version,
    plan: planOf(published.definition.steps),
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
  // One that was started again after Temporal lost it has missed the signal.
  if (execution.goalEventId !== null) await signalJourneyWorkflow(client, database, workspaceId, executionId);
}

/** Tells the workflow of a run which event concerns it. A run that is over needs to know nothing. */
export async function signalJourneyWorkflow(
  client: Client,
  database: Database,
  workspaceId: string,
  executionId: string,
): Promise<void> {
  const execution = await findRunning(database, workspaceId, executionId);
  if (execution === null) return;
  const signal = await eventOf(database, execution);
  if (signal === null) return;
  // Not there, but running here: it has still to be started. The outbox tries again.
  await client.workflow.getHandle(journeyWorkflowId(executionId)).signal(eventSignal, signal);
}

async function eventOf(database: Database, { workspaceId, id, goalEventId }: Execution): Promise<EventSignal | null> {
  if (goalEventId !== null) return { eventId: goalEventId, kind: 'goal' };
  const eventId = await findReceivedEvent(database, workspaceId, id);
  return eventId === null ? null : { eventId, kind: 'awaited' };
}

/** Cancels the workflow of a run that is to end; one that Temporal does not know ends here. */
export async function cancelJourneyWorkflow(
  client: Client,
  database: Database,
  workspaceId: string,
  executionId: string,
): Promise<void> {
  const execution = await findRunning(database, workspaceId, executionId);
  if (execution === null) return;
  try {
    await client.workflow.getHandle(journeyWorkflowId(executionId)).cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    await endUnstarted(database, execution, execution.cancelReason ?? 'canceled');
  }
}

async function findRunning(database: Database, workspaceId: string, executionId: string): Promise<Execution | null> {
  const execution = await findExecution(database, workspaceId, executionId);
  return execution?.status === 'RUNNING' ? execution : null;
}

async function endUnstarted(database: Database, { workspaceId, id }: Execution, reason: string): Promise<void> {
  await endExecution(database, { workspaceId, executionId: id }, { status: 'CANCELED', reason });
}

/** What Temporal knows of an execution's workflow. @throws when Temporal is away */
export const describeRun = (client: Client, executionId: string): Promise<WorkflowState> =>
  describeWorkflow(client, journeyWorkflowId(executionId));
