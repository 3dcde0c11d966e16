import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { Database } from '../db/connection/pool';
import { findReceivedEvent } from '../db/journeys/event-waits';
import type { Execution } from '../db/journeys/executions';
import { readSteps } from '../db/journeys/published-steps';
import { arriveAt } from '../domain/journeys/advance';
import { placeOf } from '../domain/journeys/place';
import { recordEnding } from '../operations/journeys/end-execution';
import {
  eventSignal,
  journeyWorkflowId,
  type EventSignal,
  type JourneyInput,
} from '../workflows/contract/journey-execution';
import { taskQueues, workflowTypes } from '../workflows/contract/names';
import { readExecution } from './execution-reader';
import { startOnce, type Start } from './start-workflow';

/** Commands about the workflows of executions. */
export interface JourneyTargets {
  client: Client;
  database: Database;
  /** Base of links to the console, without a trailing slash. */
  publicUrl: string;
}

/**
 * Starts the workflow of an execution at the execution's current step, or ends the execution if it is being canceled.
 * Does nothing if the workflow was started before, running or closed, or if the execution has ended or does not exist. A
 * retried execution gets another run of its workflow.
 * @throws Error if the version of the execution does not exist, or if the run that failed has not closed
 */
export async function startJourneyWorkflow(
  { client, database, publicUrl }: JourneyTargets,
  workspaceId: string,
  executionId: string,
): Promise<void> {
  const execution = await findRunning(database, workspaceId, executionId);
  if (execution === null) return;
  if (execution.cancelReason !== null) return endUnstarted(database, execution, execution.cancelReason);
  const { journeyId, version, endUserId, currentStepId, retries } = execution;
  if (retries > 0 && (await hasStarted(client, execution))) return;
  const published = await readSteps(database, execution);
  if (published === null) throw new Error(`Version ${version} of ${journeyId} does not exist.`);
  const { plan, titles, journeyName } = published;
  const place = placeOf(plan, titles, arriveAt(plan, currentStepId));
  const input: JourneyInput = { workspaceId, executionId, journeyId, version, place, ...(retries > 0 && { retries }) };
  const start: Start = {
    taskQueue: taskQueues.journeys,
    // On a fair server, the workflow tasks of a workspace do not delay those of others.
    priority: { fairnessKey: workspaceId },
    workflowId: journeyWorkflowId(executionId),
    args: [input],
    ...describeExecution(execution, { journeyName, publicUrl }),
    // For operators.
    searchAttributes: {
      WorkspaceId: [workspaceId],
      JourneyId: [journeyId],
      JourneyName: [journeyName.slice(0, longestKeyword)],
      JourneyVersion: [version],
      EndUserId: [endUserId],
      CurrentStepId: [currentStepId],
    },
  };
  await startOnce(client, workflowTypes.journey, start, retries > 0 ? 'always' : 'never');
  // An execution that was retried, or restarted after Temporal lost it, has missed the signal.
  if (execution.goalEventId !== null) await signalJourneyWorkflow(client, database, workspaceId, executionId);
}

/**
 * Checks whether the run for the last retry of an execution was started, running or closed.
 * @throws Error if an earlier run has not closed; the outbox retries
 */
async function hasStarted(client: Client, { id, retries }: Execution): Promise<boolean> {
  try {
    const { memo, status } = await client.workflow.getHandle(journeyWorkflowId(id)).describe();
    if (Number(memo?.['retries'] ?? 0) >= retries) return true;
    if (status.name === 'RUNNING') throw new Error('The run that failed has not closed yet.');
    return false;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** Characters that PostgreSQL's visibility store keeps of a keyword. */
const longestKeyword = 255;

/** Names an execution in the Temporal UI, with links to its pages in the console. */
function describeExecution(
  { id, journeyId, version, endUserId, retries }: Execution,
  { journeyName, publicUrl }: { journeyName: string; publicUrl: string },
) {
  const journeyUrl = `${publicUrl}/console/journeys/${journeyId}`;
  const links = { execution: `${journeyUrl}/executions/${id}`, journey: journeyUrl };
  return {
    staticSummary: `${journeyName} v${version}`,
    staticDetails:
      `[Execution ${id}](${links.execution}) of [${journeyName}](${links.journey}), version ${version}. ` +
      `Person: **${endUserId}**.`,
    memo: retries > 0 ? { ...links, retries } : links,
  };
}

/**
 * Signals the goal or awaited event of an execution to its workflow. Does nothing without such an event, or if the
 * execution has ended.
 * @throws WorkflowNotFoundError if the workflow has not been started yet; the outbox retries
 */
export async function signalJourneyWorkflow(
  client: Client,
  database: Database,
  workspaceId: string,
  executionId: string,
): Promise<void> {
  const execution = await findRunning(database, workspaceId, executionId);
  const signal = execution === null ? null : await eventOf(database, execution);
  if (signal !== null) await client.workflow.getHandle(journeyWorkflowId(executionId)).signal(eventSignal, signal);
}

async function eventOf(database: Database, { workspaceId, id, goalEventId }: Execution): Promise<EventSignal | null> {
  if (goalEventId !== null) return { eventId: goalEventId, kind: 'goal' };
  const eventId = await findReceivedEvent(database, workspaceId, id);
  return eventId === null ? null : { eventId, kind: 'awaited' };
}

/** Cancels the workflow of an execution. Ends the execution here if Temporal does not have it. */
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
  const execution = await readExecution(database, workspaceId, executionId);
  return execution?.status === 'RUNNING' ? execution : null;
}

async function endUnstarted(database: Database, { workspaceId, id }: Execution, reason: string): Promise<void> {
  await recordEnding({ database }, { workspaceId, executionId: id }, { status: 'CANCELED', reason });
}
