import type { Client } from '@temporalio/client';
import type { Database } from '../db/connection/pool';
import { idOfSubject, type OutboxCommand, type OutboxKind } from '../db/outbox/outbox';
import type { Schedules } from '../operations/ports';
import { cancelJourneyWorkflow, signalJourneyWorkflow, startJourneyWorkflow } from './journey-workflows';
import {
  startConnectionPull,
  startDeletion,
  startDigest,
  startErasure,
  startHistory,
  startNotice,
  startResend,
} from './workflow-client';

/** Dependencies of the command handlers. */
export interface OutboxTargets {
  client: Client;
  database: Database;
  digestSchedules: Schedules;
  connectionSchedules: Schedules;
}

type Handler = (targets: OutboxTargets, command: OutboxCommand) => Promise<unknown>;

/**
 * Handlers by kind of command. All are safe to repeat: a failed command is retried after 1 s, doubling to a minute,
 * without limit.
 */
const handlers: Readonly<Record<OutboxKind, Handler>> = {
  /** Starts the workflow of an execution. */
  start_execution: ({ client, database }, { workspaceId, subjectId }) =>
    startJourneyWorkflow(client, database, workspaceId, subjectId),
  /** Signals to an execution that an awaited event was stored. */
  signal_execution: ({ client, database }, { workspaceId, subjectId }) =>
    signalJourneyWorkflow(client, database, workspaceId, idOfSubject(subjectId)),
  /** Cancels the workflow of an execution. */
  cancel_execution: ({ client, database }, { workspaceId, subjectId }) =>
    cancelJourneyWorkflow(client, database, workspaceId, subjectId),
  /** Starts the erasure of a person. */
  start_erasure: ({ client }, { workspaceId, subjectId }) =>
    startErasure(client, { workspaceId, erasureId: subjectId }),
  /** Sends a message to a member or an invited person. */
  send_notice: ({ client }, { workspaceId, subjectId }) => startNotice(client, { workspaceId, sendId: subjectId }),
  /** Sends a message with an unknown outcome again. */
  resend_message: ({ client }, { workspaceId, subjectId }) => startResend(client, workspaceId, subjectId),
  /** Brings the schedule of a workspace's digest in line with its settings. */
  sync_digest: ({ digestSchedules }, { workspaceId }) => digestSchedules.sync(workspaceId),
  /** Sends the digest of a date. */
  run_digest: ({ client }, { workspaceId, subjectId }) => startDigest(client, { workspaceId, date: subjectId }),
  /** Matches the rest of a conversion's history. */
  recount_conversion: ({ client }, { workspaceId, subjectId }) =>
    startHistory(client, { workspaceId, conversionId: subjectId }),
  /** Brings the schedule of a connection's pulls in line with the connection. */
  schedule_connection: ({ connectionSchedules }, { subjectId }) => connectionSchedules.sync(idOfSubject(subjectId)),
  /** Pulls a connection now. */
  sync_connection: ({ client }, { workspaceId, subjectId }) =>
    startConnectionPull(client, workspaceId, idOfSubject(subjectId)),
  /** Starts the deletion of a workspace. */
  delete_workspace: ({ client }, { workspaceId }) => startDeletion(client, { workspaceId }),
};

/** The kinds that this release handles. Other kinds, written by a newer release, are left to newer workers. */
export const outboxKinds = Object.keys(handlers) as OutboxKind[];

/** @throws when Temporal is unavailable or does not respond in time */
export async function carryOut(targets: OutboxTargets, command: OutboxCommand): Promise<void> {
  await handlers[command.kind](targets, command);
}
