import { claimResend, findSentStep, releaseResend, settleResend } from '../../db/email/resends';
import { readSendCircumstances, type SendCircumstances } from '../../db/email/send-circumstances';
import { outcomeUnknown } from '../../domain/email/delivery-outcome';
import { decideRecipient } from '../sends/decide-recipient';
import type { OutgoingMessage } from '../ports';
import { performSend, type Ended } from '../sends/perform-send';
import { loadExecution, stepOf } from './move-execution';
import type { SendStepContext } from './perform-send-step';
import { renderStepMessage, type StepMessage } from './render-step-message';

export interface ResendInput {
  workspaceId: string;
  sendId: string;
}

/**
 * Sends a message again because an operator requested it, and settles the outcome of its step. The state of the execution
 * does not matter. Each request sends the message at most once.
 * @throws SendDelayed if the send has to be attempted again; AppError NOT_FOUND if the execution does not exist
 */
export async function resendMessage(context: SendStepContext, { workspaceId, sendId }: ResendInput): Promise<void> {
  const { database, clock } = context;
  const sent = await findSentStep(database, workspaceId, sendId);
  if (sent === null) return;
  const name = { workspaceId, ...sent };
  const loaded = await loadExecution(context, name);
  const step = stepOf(loaded, sent.stepId, 'send');
  const read = () => readSendCircumstances(database, name, step.communicationId);
  const circumstances = await read();
  const earlier = circumstances?.earlier ?? null;
  if (circumstances === null || earlier === null) return;
  const { claim, providerStartedAt } = earlier;
  const isOpen = earlier.status === 'sending' && claim !== null && providerStartedAt !== null;
  if (!isOpen && earlier.status !== 'queued') return;
  const settle = (settled: Parameters<typeof settleResend>[2]) =>
    settleResend(database, { workspaceId, sendId }, settled);
  let email = '';
  await performSend<void>(context, {
    sendId,
    open: isOpen ? { mark: claim, startedAt: providerStartedAt } : null,
    async compose() {
      const current = isOpen ? ((await read()) ?? circumstances) : circumstances;
      const composed = await compose(context, { execution: loaded.execution, step, sendId }, current);
      if ('message' in composed) email = composed.message.to;
      else await settle(composed.ended);
      return 'message' in composed ? composed : { ended: undefined };
    },
    async claim() {
      const atMs = clock.now().getTime();
      const mark = await claimResend(database, { workspaceId, sendId, email });
      return mark === null ? null : { mark, atMs };
    },
    release: (mark) => releaseResend(database, { workspaceId, sendId, mark }),
    settle,
  });
}

/** Decides again about the recipient, and renders the message. */
async function compose(
  context: SendStepContext,
  stepMessage: StepMessage,
  circumstances: SendCircumstances,
): Promise<{ message: OutgoingMessage } | Ended<Parameters<typeof settleResend>[2]>> {
  const { endUser, now } = circumstances;
  const email = endUser?.email ?? null;
  const { workspaceId } = stepMessage.execution;
  const decision = await decideRecipient(context.database, workspaceId, endUser, {
    // The operator's request does not wait, and has counted the messages.
    quietHours: null,
    now,
    frequencyCap: null,
    recentSends: 0,
  });
  // The person has changed since the operator's request. The first message may have arrived, so the outcome stays unknown.
  if (decision.kind !== 'send') return { ended: outcomeUnknown };
  const recipient = { ...endUser!, email: email! };
  const rendered = await renderStepMessage(context, stepMessage, circumstances, recipient);
  return rendered ?? { ended: { status: 'failed', failure: 'template_error' } };
}
