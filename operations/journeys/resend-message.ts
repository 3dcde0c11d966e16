import { claimResend, findSentStep, releaseResend, settleResend } from '../../db/email/resends';
import { readSendCircumstances } from '../../db/email/send-circumstances';
import type { Settled } from '../../db/email/sends';
import { outcomeUnknown } from '../../domain/email/delivery-outcome';
import { openClaimOf, performSend } from '../sends/perform-send';
import { composeStepMessage } from './compose-step-message';
import { loadExecution, stepOf } from './move-execution';
import type { SendStepContext } from './perform-send-step';

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
      // If the person has changed since the request, the first message may have arrived, and the outcome stays unknown.
      const isFailed = composed.kind === 'failed';
      return { ended: await settle(isFailed ? { status: 'failed', failure: composed.reason } : outcomeUnknown) };
    },
    claim: ({ message: { to: email } }) => claimResend(database, { workspaceId, sendId, email }),
    release: (mark) => releaseResend(database, { workspaceId, sendId, mark }),
    settle,
  });
}
