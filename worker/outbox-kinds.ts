import { WorkflowIdConflictPolicy, WorkflowIdReusePolicy } from '@temporalio/client';
import { idOfSubject, type OutboxCommand, type OutboxKind } from '../db/outbox/outbox';
import { countAudience } from '../operations/audiences/count-audience';
import { continueImport } from '../operations/end-users/continue-import';
import { indexPeople } from '../operations/end-users/index-people';
import type { Schedules } from '../operations/ports';
import { deletionWorkflowId, type DeletionInput } from '../workflows/contract/delete-workspace';
import { bulkWorkflowId, type BulkInput } from '../workflows/contract/execution-bulk';
import { erasureWorkflowId, type ErasureInput } from '../workflows/contract/forget-end-user';
import {
  conversionChangedSignal,
  historyWorkflowId,
  type MatchHistoryInput,
} from '../workflows/contract/match-history';
import { resendWorkflowId, type MessageResendInput } from '../workflows/contract/message-resend';
import { workflowTypes } from '../workflows/contract/names';
import { noticeWorkflowId, type NoticeDeliveryInput } from '../workflows/contract/notice-delivery';
import { connectionWorkflowId, type SyncConnectionInput } from '../workflows/contract/sync-connection';
import { digestWorkflowId, type DigestInput } from '../workflows/contract/weekly-digest';
import {
  cancelJourneyWorkflow,
  signalJourneyWorkflow,
  startJourneyWorkflow,
  type JourneyTargets,
} from './journey-workflows';
import { onMaintenance, startOnce } from './start-workflow';

/** Dependencies of the command handlers. */
export interface OutboxTargets extends JourneyTargets {
  digestSchedules: Schedules;
  connectionSchedules: Schedules;
}

type Handler = (targets: OutboxTargets, command: OutboxCommand) => Promise<unknown>;

/**
 * The calls to Temporal, by kind of command. All are safe to repeat: a failed command is retried after 1 s, doubling to
 * a minute, without limit.
 */
const handlers: Readonly<Record<OutboxKind, Handler>> = {
  /** Starts the workflow of an execution. */
  start_execution: (targets, { workspaceId, subjectId }) => startJourneyWorkflow(targets, workspaceId, subjectId),
  /** Starts a new run of the workflow of an execution that was retried. */
  retry_execution: (targets, { workspaceId, subjectId }) =>
    startJourneyWorkflow(targets, workspaceId, idOfSubject(subjectId)),
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
  /** Starts a bulk action on executions. One with a failed workflow continues. */
  start_bulk({ client }, { workspaceId, subjectId: bulkId }) {
    const input: BulkInput = { workspaceId, bulkId };
    const start = onMaintenance(bulkWorkflowId(bulkId), input, `Bulk action ${bulkId} on executions`);
    return startOnce(client, workflowTypes.executionBulk, start, 'unless completed');
  },
  /** Sends a message to a member or an invited person. A retry has a workflow of its own. */
  send_notice({ client }, { workspaceId, subjectId }) {
    const input: NoticeDeliveryInput = { workspaceId, sendId: idOfSubject(subjectId) };
    const start = onMaintenance(noticeWorkflowId(subjectId), input, `Notice ${input.sendId}`);
    return startOnce(client, workflowTypes.noticeDelivery, start, 'never');
  },
  /** Sends a journey's message again. */
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
  /** Imports people, a portion for each command. */
  import_people: (targets, { workspaceId, subjectId }) => continueImport(targets, workspaceId, subjectId),
};

/** The kinds that this release handles. Other kinds, written by a newer release, are left to newer workers. */
export const outboxKinds = Object.keys(handlers) as OutboxKind[];

/** @throws when Temporal is unavailable or does not respond in time */
export async function carryOut(targets: OutboxTargets, command: OutboxCommand): Promise<void> {
  await handlers[command.kind](targets, command);
}
