import type { Client } from '@temporalio/client';
import type { Database } from '../db/connection/pool';
import { findReceivedEvent } from '../db/journeys/event-waits';
import { findExecution, type Execution } from '../db/journeys/executions';
import { findRun } from '../db/journeys/runs';
import { planOf } from '../domain/journeys/steps/registry';
import { endExecution } from '../operations/journeys/end-execution';
import type { EventSignal, JourneyExecutionInput } from '../workflows/contract/journey-execution';
import { cancelJourneyExecution, signalJourneyExecution, startJourneyExecution } from './workflow-client';

/**
 * Starts the workflow of an execution at the execution's current step. Does nothing if the workflow was started before,
 * running or closed, or if the execution has ended or does not exist.
 */
export async function startJourneyWorkflow(
  client: Client,
  database: Database,
  workspaceId: string,
  executionId: string,
): Promise<void> {
  const run = await findRun(database, workspaceId, executionId);
  if (run?.execution.status !== 'RUNNING') return;
  const { execution, steps } = run;
  if (execution.cancelReason !== null) return endUnstarted(database, execution, execution.cancelReason);
  const { journeyId, version, endUserId, currentStepId } = execution;
  if (steps === null) throw new Error(`Version ${version} of ${journeyId} does not exist.`);
  const input: JourneyExecutionInput = {
    workspaceId,
    executionId,
    journeyId,
    version,
    plan: planOf(steps),
    fromStepId: currentStepId,
  };
  await startJourneyExecution(client, input, endUserId);
  // An execution restarted after Temporal lost it has missed the signal.
  if (execution.goalEventId !== null) await signalJourneyWorkflow(client, database, workspaceId, executionId);
}

/** Signals an event to the workflow of an execution. A completed execution needs no signal. */
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
  // If the execution is running but has no workflow, it has not been started yet. The outbox retries.
  await signalJourneyExecution(client, executionId, signal);
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
  const isKnown = await cancelJourneyExecution(client, executionId);
  if (!isKnown) await endUnstarted(database, execution, execution.cancelReason ?? 'canceled');
}

async function findRunning(database: Database, workspaceId: string, executionId: string): Promise<Execution | null> {
  const execution = await findExecution(database, workspaceId, executionId);
  return execution?.status === 'RUNNING' ? execution : null;
}

async function endUnstarted(database: Database, { workspaceId, id }: Execution, reason: string): Promise<void> {
  await endExecution(database, { workspaceId, executionId: id }, { status: 'CANCELED', reason });
}
