import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { Database } from '../db/connection/pool';
import { findReceivedEvent } from '../db/journeys/event-waits';
import type { Execution } from '../db/journeys/executions';
import { readSteps } from '../db/journeys/published-steps';
import { idOfSubject, type OutboxCommand, type OutboxKind } from '../db/outbox/outbox';
import { arriveAt } from '../domain/journeys/advance';
import { placeOf } from '../domain/journeys/place';
import { countAudience } from '../operations/audiences/count-audience';
import { indexPeople } from '../operations/end-users/index-people';
import { recordEnding } from '../operations/journeys/end-execution';
import type { Schedules } from '../operations/ports';
import { deletionWorkflowId, type DeletionInput } from '../workflows/contract/delete-workspace';
import { erasureWorkflowId, type ErasureInput } from '../workflows/contract/forget-end-user';
import {
  eventSignal,
  journeyWorkflowId,
  type EventSignal,
  type JourneyInput,
} from '../workflows/contract/journey-execution';
import {
  conversionChangedSignal,
  historyWorkflowId,
  type MatchHistoryInput,
} from '../workflows/contract/match-history';
import { resendWorkflowId, type MessageResendInput } from '../workflows/contract/message-resend';
import { taskQueues, workflowTypes } from '../workflows/contract/names';
import { noticeWorkflowId, type NoticeDeliveryInput } from '../workflows/contract/notice-delivery';
import { connectionWorkflowId, type SyncConnectionInput } from '../workflows/contract/sync-connection';
import { digestWorkflowId, type DigestInput } from '../workflows/contract/weekly-digest';
import { readExecution } from './execution-reader';

/** Dependencies of the command handlers. */
export interface OutboxTargets {
  client: Client;
  database: Database;
  digestSchedules: Schedules;
  connectionSchedules: Schedules;
  /** Base of links to the console, without a trailing slash. */
  publicUrl: string;
}

type Handler = (targets: OutboxTargets, command: OutboxCommand) => Promise<unknown>;

/**
 * The calls to Temporal, by kind of command. All are safe to repeat: a failed command is retried after 1 s, doubling to
 * a minute, without limit.
 */
const handlers: Readonly<Record<OutboxKind, Handler>> = {
  /** Starts the workflow of an execution. */
  start_execution: (targets, { workspaceId, subjectId }) => startJourneyWorkflow(targets, workspaceId, subjectId),
  /** Signals to an execution that an awaited event was stored. */
  signal_execution: ({ client, database }, { workspaceId, subjectId }) =>
    signalJourneyWorkflow(client, database, workspaceId, idOfSubject(subjectId)),
  /** Cancels the workflow of an execution. */
  cancel_execution: ({ client, database }, { workspaceId, subjectId }) =>
    cancelJourneyWorkflow(client, database, workspaceId, subjectId),
  /** Starts the erasure of a person. A failed erasure starts over. */
  start_erasure({ client }, { workspaceId, subjectId: erasureId }) {
    const input: ErasureInput = { workspaceId, erasureId };
    const start = onMaintenance(erasureWorkflowId(erasureId), input, `Erasure ${erasureId}`);
    return startOnce(client, workflowTypes.forgetEndUser, start, 'unless completed');
  },
  /** Sends a message to a member or an invited person. */
  send_notice({ client }, { workspaceId, subjectId: sendId }) {
    const input: NoticeDeliveryInput = { workspaceId, sendId };
    const start = onMaintenance(noticeWorkflowId(sendId), input, `Notice ${sendId}`);
    return startOnce(client, workflowTypes.noticeDelivery, start, 'never');
  },
  /** Sends a message with an unknown outcome again. */
  resend_message({ client }, { workspaceId, subjectId }) {
    const input: MessageResendInput = { workspaceId, sendId: idOfSubject(subjectId) };
    const start = onMaintenance(resendWorkflowId(subjectId), input, `Resend ${input.sendId}`);
    return startOnce(client, workflowTypes.messageResend, start, 'never');
  },
  /** Updates the schedule of a workspace's digest to match its settings. */
  sync_digest: ({ digestSchedules }, { workspaceId }) => digestSchedules.sync(workspaceId),
  /** Sends the digest of a date. A failed digest starts over. */
  run_digest({ client }, { workspaceId, subjectId: date }) {
    const input: DigestInput = { workspaceId, date };
    const start = onMaintenance(digestWorkflowId(workspaceId, date), input, `Digest ${date} of ${workspaceId}`);
    return startOnce(client, workflowTypes.weeklyDigest, start, 'unless completed');
  },
  /** Matches the rest of a conversion's history. A running workflow is signaled to check again before it ends. */
  recount_conversion({ client }, { workspaceId, subjectId: conversionId }) {
    const input: MatchHistoryInput = { workspaceId, conversionId };
    return client.workflow.signalWithStart(workflowTypes.matchHistory, {
      ...onMaintenance(historyWorkflowId(input), input, `History of conversion ${conversionId}`),
      signal: conversionChangedSignal,
    });
  },
  /** Updates the schedule of a connection's pulls to match the connection. */
  schedule_connection: ({ connectionSchedules }, { subjectId }) => connectionSchedules.sync(idOfSubject(subjectId)),
  /** Pulls a connection now. Terminates a running pull, which may be waiting for hours. */
  sync_connection({ client }, { workspaceId, subjectId }) {
    const input: SyncConnectionInput = { workspaceId, connectionId: idOfSubject(subjectId), byHand: true };
    const { connectionId } = input;
    return client.workflow.start(workflowTypes.syncConnection, {
      ...onMaintenance(connectionWorkflowId(connectionId), input, `Pull of ${connectionId}, by hand`),
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.TERMINATE_EXISTING,
    });
  },
  /**
   * Starts the deletion of a workspace. A failed deletion starts over. The workflow has no search attribute of the
   * workspace, because it deletes all workflows that have it.
   */
  delete_workspace({ client }, { workspaceId }) {
    const input: DeletionInput = { workspaceId };
    const workflowId = deletionWorkflowId(workspaceId);
    const { searchAttributes: _, ...start } = onMaintenance(workflowId, input, `Deletion of ${workspaceId}`);
    return startOnce(client, workflowTypes.deleteWorkspace, start, 'unless completed');
  },
  /** Indexes people for the search, a batch for each command. */
  index_people: ({ database }, { workspaceId, subjectId }) => indexPeople({ database }, workspaceId, subjectId),
  /** Counts the people in an audience, a part for each command. */
  count_audience: ({ database }, { workspaceId, subjectId }) => countAudience({ database }, workspaceId, subjectId),
};

/** The kinds that this release handles. Other kinds, written by a newer release, are left to newer workers. */
export const outboxKinds = Object.keys(handlers) as OutboxKind[];

/** @throws when Temporal is unavailable or does not respond in time */
export async function carryOut(targets: OutboxTargets, command: OutboxCommand): Promise<void> {
  await handlers[command.kind](targets, command);
}

/** Start options of a workflow, except its type. Its id identifies one piece of work. */
type Start = Pick<
  WorkflowStartOptions,
  'workflowId' | 'taskQueue' | 'staticSummary' | 'staticDetails' | 'searchAttributes' | 'memo' | 'priority'
> & { args: unknown[] };

/** Whether a closed workflow with the same id may start again: never, or if it did not complete. */
type Again = 'never' | 'unless completed';

const reusePolicies = {
  never: WorkflowIdReusePolicy.REJECT_DUPLICATE,
  'unless completed': WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
} as const satisfies Record<Again, unknown>;

/** Starts a workflow. Does nothing if it is running, or is closed and may not start again. */
async function startOnce(client: Client, workflowType: string, start: Start, again: Again): Promise<void> {
  try {
    await client.workflow.start(workflowType, {
      ...start,
      workflowIdReusePolicy: reusePolicies[again],
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.FAIL,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

const onMaintenance = (workflowId: string, input: { workspaceId: string }, staticSummary: string): Start => ({
  workflowId,
  taskQueue: taskQueues.maintenance,
  args: [input],
  staticSummary,
  priority: { fairnessKey: input.workspaceId },
  searchAttributes: { WorkspaceId: [input.workspaceId] },
});

/**
 * Starts the workflow of an execution at the execution's current step, or ends the execution if it is being canceled.
 * Does nothing if the workflow was started before, running or closed, or if the execution has ended or does not exist.
 * @throws Error if the version of the execution does not exist
 */
export async function startJourneyWorkflow(
  { client, database, publicUrl }: Pick<OutboxTargets, 'client' | 'database' | 'publicUrl'>,
  workspaceId: string,
  executionId: string,
): Promise<void> {
  const execution = await findRunning(database, workspaceId, executionId);
  if (execution === null) return;
  if (execution.cancelReason !== null) return endUnstarted(database, execution, execution.cancelReason);
  const { journeyId, version, endUserId, currentStepId } = execution;
  const published = await readSteps(database, execution);
  if (published === null) throw new Error(`Version ${version} of ${journeyId} does not exist.`);
  const { plan, titles, journeyName } = published;
  const place = placeOf(plan, titles, arriveAt(plan, currentStepId));
  const input: JourneyInput = { workspaceId, executionId, journeyId, version, place };
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
  await startOnce(client, workflowTypes.journey, start, 'never');
  // An execution restarted after Temporal lost it has missed the signal.
  if (execution.goalEventId !== null) await signalJourneyWorkflow(client, database, workspaceId, executionId);
}

/** Characters that PostgreSQL's visibility store keeps of a keyword. */
const longestKeyword = 255;

/** Names an execution in the Temporal UI, with links to its pages in the console. */
function describeExecution(
  { id, journeyId, version, endUserId }: Execution,
  { journeyName, publicUrl }: { journeyName: string; publicUrl: string },
) {
  const journeyUrl = `${publicUrl}/console/journeys/${journeyId}`;
  const memo = { execution: `${journeyUrl}/executions/${id}`, journey: journeyUrl };
  return {
    staticSummary: `${journeyName} v${version}`,
    staticDetails:
      `[Execution ${id}](${memo.execution}) of [${journeyName}](${memo.journey}), version ${version}. ` +
      `Person: **${endUserId}**.`,
    memo,
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
async function cancelJourneyWorkflow(
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
