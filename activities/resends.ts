import { ApplicationFailure } from '@temporalio/activity';
import { readSendCircumstances, type SendCircumstances } from '../db/email/send-circumstances';
import { claimResend, findSentStep, releaseResend, settleResend } from '../db/email/resends';
import { isSuppressed } from '../db/email/suppressions';
import { outcomeUnknown } from '../domain/email/delivery-outcome';
import { messageSenderOf } from '../domain/senders/mailboxes';
import { admit, deliver, reconcile } from './delivery';
import { withHeartbeat } from './heartbeat';
import { loadRun } from './run';
import { renderStepMessage, sendStepOf, type SendAttempt, type SendDependencies } from './sends';

export interface ResendInput {
  workspaceId: string;
  sendId: string;
}

type Resend = SendAttempt & ResendInput;

/** Messages that an operator sends again because their outcome is unknown. */
export function createResendActivities(dependencies: SendDependencies) {
  const { database } = dependencies;
  return {
    /**
     * Sends a queued message, whatever became of its execution, and settles the outcome of its step. Of this resend the message goes
     * out at most once.
     * @throws a retryable failure when the provider has not accepted the message or is paused, or its answer is not known yet
     */
    async resendMessage({ workspaceId, sendId }: ResendInput): Promise<void> {
      const step = await findSentStep(database, workspaceId, sendId);
      if (step === null) return;
      const run = await loadRun(database, workspaceId, step.executionId);
      await withHeartbeat(() => settle({ ...dependencies, run, step: { workspaceId, ...step }, workspaceId, sendId }));
    },
  };
}

async function settle(resend: Resend): Promise<void> {
  const { database, mailer, run, step, sendId } = resend;
  const { communicationId } = sendStepOf(run, step.stepId);
  const circumstances = await readSendCircumstances(database, step, communicationId);
  const earlier = circumstances?.earlier ?? null;
  if (circumstances === null || earlier === null) return;
  if (earlier.status === 'sending' && earlier.providerStartedAt !== null && earlier.claim !== null) {
    const settlement = await reconcile(mailer, sendId, earlier.providerStartedAt);
    if (settlement !== null) return settleResend(database, resend, settlement);
    return retryAfterRelease(resend, earlier.claim);
  }
  if (earlier.status === 'queued') await sendQueued(resend, circumstances);
}

/** The provider does not have the message. */
async function retryAfterRelease({ database, workspaceId, sendId }: Resend, mark: string): Promise<never> {
  await releaseResend(database, { workspaceId, sendId, mark });
  throw ApplicationFailure.create({
    message: 'The provider did not receive the message.',
    type: 'NotAccepted',
    nextRetryDelay: 1,
  });
}

async function sendQueued(resend: Resend, circumstances: SendCircumstances): Promise<void> {
  const { database, mailer, workspaceId, sendId } = resend;
  const { endUser, workspace } = circumstances;
  const email = endUser?.email ?? null;
  const isAllowed =
    endUser?.consent.marketing === true && email !== null && !(await isSuppressed(database, workspaceId, email));
  // Changed since the operator's request. The first message may have arrived: its outcome is unknown as before.
  if (!isAllowed || endUser === null || email === null) return settleResend(database, resend, outcomeUnknown);
  await admit(mailer, sendId);
  const rendered = await renderStepMessage(resend, { ...circumstances, endUser, sendId });
  if (rendered === null) return settleResend(database, resend, { status: 'failed', failure: 'template_error' });
  const atMs = Date.now();
  const mark = await claimResend(database, { workspaceId, sendId, email });
  if (mark === null) throw ApplicationFailure.retryable('Another attempt is sending this message.', 'SendInProgress');
  const message = {
    sendId,
    to: email,
    ...rendered.message,
    headers: rendered.headers,
    sender: messageSenderOf(workspace),
  };
  const release = () => releaseResend(database, { workspaceId, sendId, mark });
  await settleResend(database, resend, await deliver(mailer, message, { atMs, release }));
}
