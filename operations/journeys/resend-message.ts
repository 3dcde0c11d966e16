import type { Database } from '../../db/connection/pool';
import {
  claimResend,
  findSentStep,
  lockStepSend,
  queueResend,
  releaseResend,
  settleResend,
  type StepSend,
} from '../../db/email/resends';
import { readSendCircumstances } from '../../db/email/send-circumstances';
import { countRecentSends, lockSendsTo, type Send, type Settled } from '../../db/email/sends';
import { findEndUser } from '../../db/end-users/end-users';
import { findExecution, type Execution } from '../../db/journeys/executions';
import { enqueue } from '../../db/outbox/outbox';
import { findWorkspace } from '../../db/workspaces/workspaces';
import type { Actor } from '../../domain/accounts/actor';
import { outcomeUnknown } from '../../domain/email/delivery-outcome';
import { conflict, notFound } from '../../domain/errors';
import type { SkipReason } from '../../domain/journeys/steps/send/rules';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';
import { openClaimOf, performSend } from '../sends/perform-send';
import { composeStepMessage, decideRecipient } from './compose-step-message';
import { loadExecution, stepOf } from './move-execution';
import type { SendStepContext } from './perform-send-step';

/** Sends messages again at an operator's request. The API queues, and the worker sends. */

interface SentStepName {
  journeyId: string;
  executionId: string;
  stepId: string;
}

/**
 * Sends the message of a step again if its outcome is unknown. The person may get it twice. The execution may have ended.
 * Safe to repeat: while the message is queued or sent, a repeat changes nothing.
 * @throws AppError NOT_FOUND; CONFLICT if the outcome is known, or the person may not receive the message now
 */
export const resendUnknown = (context: Pick<Context, 'database'>, actor: Actor, step: SentStepName): Promise<void> =>
  resendStep(context, actor, step, ['unknown']);

/**
 * Sends the message of a step again, like {@link resendUnknown}, from the given states.
 * @throws AppError NOT_FOUND, CONFLICT
 */
export function resendStep(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  { journeyId, executionId, stepId }: SentStepName,
  from: readonly ('unknown' | 'failed')[],
): Promise<void> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const execution = await findExecution(transaction, workspaceId, executionId);
    if (execution?.journeyId !== journeyId) throw notFound('Execution', executionId);
    const send = await lockStepSend(transaction, { workspaceId, executionId, stepId });
    if (send === null) throw notFound('Send of step', stepId);
    const isUnderWay = (send.status === 'queued' || send.status === 'sending') && send.resends > 0;
    if (!isUnderWay && !from.some((status) => status === send.status)) throw outcomeIsKnown(send);
    if (!isUnderWay) await refuseUnlessAllowed(transaction, execution, stepId);
    const resends = isUnderWay ? send.resends : await queueResend(transaction, workspaceId, send.id);
    // A repeated command starts nothing twice, but it restarts a workflow that Temporal lost.
    await enqueue(transaction, [{ workspaceId, kind: 'resend_message', subjectId: `${send.id}:${resends}` }]);
    if (isUnderWay) return;
    await recordAct(transaction, actor, 'execution.message_resent', {
      subject: { type: 'journey', id: journeyId },
      metadata: { executionId, version: execution.version, stepId, sendId: send.id },
    });
  });
}

const outcomeIsKnown = ({ status, resends }: StepSend) =>
  status === 'sent' && resends > 0
    ? conflict('The message was already sent again.')
    : conflict(`Only a message with an unknown outcome can be sent again. The status of this message is "${status}".`);

/** Checks that the person may receive the message now. The claim checks it again. @throws AppError CONFLICT */
async function refuseUnlessAllowed(transaction: Database, execution: Execution, stepId: string): Promise<void> {
  const { workspaceId, id: executionId, endUserId } = execution;
  const endUser = await findEndUser(transaction, workspaceId, endUserId);
  const cap = (await findWorkspace(transaction, workspaceId))?.frequencyCap ?? null;
  if (cap !== null) await lockSendsTo(transaction, workspaceId, endUserId);
  const step = { workspaceId, executionId, stepId };
  const recent = cap === null ? 0 : await countRecentSends(transaction, step, { endUserId, days: cap.days });
  const decision = await decideRecipient({ database: transaction }, workspaceId, endUser, {
    quietHours: null,
    now: new Date(),
    frequencyCap: cap,
    recentSends: recent,
  });
  if (decision.kind !== 'skip') return;
  const messages: Record<SkipReason, string> = {
    erased: 'The person was erased.',
    no_email: 'The person has no email address.',
    opt_out: 'The person does not consent to marketing emails.',
    suppression: 'The address is suppressed.',
    frequency_cap: `The person already received ${recent} messages in ${cap?.days} days, the maximum of the frequency cap.`,
  };
  throw conflict(messages[decision.reason]);
}

export interface ResendInput {
  workspaceId: string;
  sendId: string;
}

/**
 * Sends a message again because an operator requested it, and settles the outcome of its step. The state of the execution
 * does not matter. Each request sends the message at most once.
 * @throws AttemptDelayed if the send has to be attempted again; AppError NOT_FOUND if the execution does not exist
 */
export async function resendMessage(context: SendStepContext, { workspaceId, sendId }: ResendInput): Promise<void> {
  const { database } = context;
  const sent = await findSentStep(database, workspaceId, sendId);
  if (sent === null) return;
  const name = { workspaceId, ...sent };
  const loaded = await loadExecution(context, name);
  const step = stepOf(loaded, sent.stepId, 'send');
  const read = () => readSendCircumstances(database, name, step.communicationId);
  const circumstances = await read();
  const earlier = circumstances?.earlier ?? null;
  if (circumstances === null || earlier === null) return;
  const open = earlier.status === 'sending' ? openClaimOf(earlier) : null;
  if (open === null && earlier.status !== 'queued') return;
  const settle = (settled: Settled) => settleResend(database, { workspaceId, sendId }, settled);
  await performSend<void>(context, {
    sendId,
    open,
    async compose() {
      const current = open === null ? circumstances : ((await read()) ?? circumstances);
      // The operator's request does not wait for the end of quiet hours.
      const composed = await composeStepMessage(context, { execution: loaded.execution, step, sendId }, current, null);
      if ('message' in composed) return composed;
      return { ended: await settle(unsentOutcome(composed, earlier)) };
    },
    claim: ({ message: { to: email } }) => claimResend(database, { workspaceId, sendId, email }),
    release: (mark) => releaseResend(database, { workspaceId, sendId, mark }),
    settle,
  });
}

/**
 * Returns the outcome of a message that is not sent again. If only the person has changed since the request, the outcome
 * of the first message stays: it failed, or it may have arrived.
 */
const unsentOutcome = (
  composed: { kind: 'failed'; reason: string } | { kind: 'skip' | 'defer' },
  { failure }: Pick<Send, 'failure'>,
): Settled => {
  if (composed.kind === 'failed') return { status: 'failed', failure: composed.reason };
  return failure === null ? outcomeUnknown : { status: 'failed', failure };
};
