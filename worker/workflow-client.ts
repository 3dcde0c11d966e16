import { idOfSubject } from '../db/outbox/outbox';
import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
  type Client,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { WorkflowState } from '../operations/ports';
import { deletionWorkflowId, type DeletionInput } from '../workflows/contract/delete-workspace';
import { erasureWorkflowId, type ErasureInput } from '../workflows/contract/forget-end-user';
import {
  eventSignal,
  journeyWorkflowId,
  stepPendingSignal,
  type EventSignal,
  type JourneyExecutionInput,
  type StepPendingSignal,
} from '../workflows/contract/journey-execution';
import {
  conversionChangedSignal,
  historyWorkflowId,
  type MatchHistoryInput,
} from '../workflows/contract/match-history';
import { taskQueues, workflowTypes } from '../workflows/contract/names';
import { resendWorkflowId, type MessageResendInput } from '../workflows/contract/message-resend';
import { noticeWorkflowId, type NoticeDeliveryInput } from '../workflows/contract/notice-delivery';
import { connectionWorkflowId, type SyncConnectionInput } from '../workflows/contract/sync-connection';
import { digestWorkflowId, type DigestInput } from '../workflows/contract/weekly-digest';

/**
 * Starts, signals and looks up workflows for the worker. All functions are safe to repeat, and throw if Temporal is
 * unavailable.
 */

/** Start options of a workflow, except its type. Its id identifies one piece of work. */
type Start = Pick<
  WorkflowStartOptions,
  'workflowId' | 'taskQueue' | 'staticSummary' | 'staticDetails' | 'searchAttributes'
> & {
  args: unknown[];
};

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

const onMaintenance = <Input extends { workspaceId: string }>(
  workflowId: string,
  input: Input,
  staticSummary: string,
): Start => ({
  workflowId,
  taskQueue: taskQueues.maintenance,
  args: [input],
  staticSummary,
  searchAttributes: { WorkspaceId: [input.workspaceId] },
});

/**
 * Starts the workflow of an execution.
 * @param endUserId the subject, a search attribute for operators
 */
export function startJourneyExecution(client: Client, input: JourneyExecutionInput, endUserId: string): Promise<void> {
  const { workspaceId, executionId, journeyId, version, fromStepId } = input;
  const start: Start = {
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
      CurrentStepId: [fromStepId],
    },
  };
  return startOnce(client, workflowTypes.journeyRun, start, 'never');
}

/** @throws WorkflowNotFoundError if the workflow has not been started */
export const signalJourneyExecution = (client: Client, executionId: string, signal: EventSignal): Promise<void> =>
  client.workflow.getHandle(journeyWorkflowId(executionId)).signal(eventSignal, signal);

/** Signals that a step is pending. Ignores missing workflows: they restart at the same step. */
export async function signalStepPending(client: Client, executionId: string, stepId: string): Promise<void> {
  const signal: StepPendingSignal = { stepId };
  try {
    await client.workflow.getHandle(journeyWorkflowId(executionId)).signal(stepPendingSignal, signal);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** @returns whether Temporal has the workflow */
export async function cancelJourneyExecution(client: Client, executionId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(journeyWorkflowId(executionId)).cancel();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** Starts the delivery of a notice. */
export const startNotice = (client: Client, input: NoticeDeliveryInput): Promise<void> =>
  startOnce(
    client,
    workflowTypes.noticeDelivery,
    onMaintenance(noticeWorkflowId(input.sendId), input, `Notice ${input.sendId}`),
    'never',
  );

/** Starts the resend of a message. @param subjectId the send's id and which resend it is */
export const startResend = (client: Client, workspaceId: string, subjectId: string): Promise<void> => {
  const input: MessageResendInput = { workspaceId, sendId: idOfSubject(subjectId) };
  const start = onMaintenance(resendWorkflowId(subjectId), input, `Resend ${input.sendId}`);
  return startOnce(client, workflowTypes.messageResend, start, 'never');
};

/** Starts an erasure. A failed erasure starts over. */
export const startErasure = (client: Client, input: ErasureInput): Promise<void> =>
  startOnce(
    client,
    workflowTypes.forgetEndUser,
    onMaintenance(erasureWorkflowId(input.erasureId), input, `Erasure ${input.erasureId}`),
    'unless completed',
  );

/**
 * Starts the deletion of a workspace. A failed deletion starts over. The workflow has no search attribute of the
 * workspace, because it deletes all workflows that have it.
 */
export const startDeletion = (client: Client, input: DeletionInput): Promise<void> => {
  const workflowId = deletionWorkflowId(input.workspaceId);
  const { searchAttributes: _, ...start } = onMaintenance(workflowId, input, `Deletion of ${input.workspaceId}`);
  return startOnce(client, workflowTypes.deleteWorkspace, start, 'unless completed');
};

/** Starts the digest of a date. A failed digest starts over. */
export const startDigest = (client: Client, input: DigestInput): Promise<void> =>
  startOnce(
    client,
    workflowTypes.weeklyDigest,
    onMaintenance(
      digestWorkflowId(input.workspaceId, input.date),
      input,
      `Digest ${input.date} of ${input.workspaceId}`,
    ),
    'unless completed',
  );

/** Starts the matching of a conversion's history. A running workflow is signaled to check again before it ends. */
export async function startHistory(client: Client, input: MatchHistoryInput): Promise<void> {
  await client.workflow.signalWithStart(workflowTypes.matchHistory, {
    ...onMaintenance(historyWorkflowId(input), input, `History of conversion ${input.conversionId}`),
    signal: conversionChangedSignal,
  });
}

export const isHistoryRunning = async (client: Client, input: MatchHistoryInput): Promise<boolean> =>
  (await describeWorkflow(client, historyWorkflowId(input))) === 'running';

/**
 * Starts a manual pull. Terminates a running pull, which may be waiting for hours, so that this one starts immediately.
 */
export async function startConnectionPull(client: Client, workspaceId: string, connectionId: string): Promise<void> {
  const input: SyncConnectionInput = { workspaceId, connectionId, byHand: true };
  await client.workflow.start(workflowTypes.syncConnection, {
    ...onMaintenance(connectionWorkflowId(connectionId), input, `Pull of ${connectionId}, by hand`),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.TERMINATE_EXISTING,
  });
}

/** Returns Temporal's state of an execution's workflow. */
export const describeExecution = (client: Client, executionId: string): Promise<WorkflowState> =>
  describeWorkflow(client, journeyWorkflowId(executionId));

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
