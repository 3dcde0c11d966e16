import type { Client } from '@temporalio/client';
import type { Database } from '../db/connection/pool';
import { findReceivedEvent } from '../db/journeys/event-waits';
import { findExecution, type Execution } from '../db/journeys/executions';
import { findRun } from '../db/journeys/runs';
import { planOf } from '../domain/journeys/advance';
import { endExecution } from '../operations/journeys/end-execution';
import type { EventSignal, JourneyExecutionInput } from '../workflows/contract/journey-execution';
import { cancelJourneyExecution, signalJourneyExecution, startJourneyExecution } from './workflow-client';

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
  // One that was started again after Temporal lost it has missed the signal.
  if (execution.goalEventId !== null) await signalJourneyWorkflow(client, database, workspaceId, executionId);
}

/** Signals an event to the workflow of a run. A completed run needs no signal. */
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
  await signalJourneyExecution(client, executionId, signal);
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
