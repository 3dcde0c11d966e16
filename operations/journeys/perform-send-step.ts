import { newId } from '../../db/connection/ids';
import { readSendCircumstances, type SendCircumstances } from '../../db/email/send-circumstances';
import {
  releaseClaim,
  releaseUnknownClaim,
  settleSend,
  type Send as StoredSend,
  type Settling,
  type StepName,
} from '../../db/email/sends';
import { insertDeferral } from '../../db/journeys/execution-steps';
import { findStepOutcome } from '../../db/journeys/step-outcomes';
import { abandoned, maxResends, type Settlement } from '../../domain/email/delivery-outcome';
import { sendOutcome } from '../../domain/email/send-outcome';
import { notFound } from '../../domain/errors';
import { isOver } from '../../domain/journeys/is-over';
import type { Outcome } from '../../domain/journeys/plan';
import type { StepOf } from '../../domain/journeys/schemas';
import { decideRecipient } from '../sends/decide-recipient';
import type { Context } from '../ports';
import { claimSend } from '../sends/claim-send';
import { performSend, type Ended, type Send, type SendContext } from '../sends/perform-send';
import {
  loadForStep,
  moveAfter,
  resumptionOnly,
  stepOf,
  type LoadedExecution,
  type Resumption,
  type StepInput,
} from './move-execution';
import { renderStepMessage, type RenderMessageContext } from './render-step-message';

/** The outcome, or when to retry because of quiet hours. Neither if the execution is over and nothing was done. */
export interface SendStepResult extends Resumption {
  outcome?: Outcome;
  /** ISO 8601 instant at which to try again. */
  deferredUntil?: string;
}

export type SendStepContext = Pick<Context, 'database'> & SendContext & RenderMessageContext;

/** One attempt at a send step. */
interface Attempt {
  context: SendStepContext;
  loaded: LoadedExecution;
  step: StepOf<'send'>;
  name: StepName;
}

/**
 * Performs a send step at most once, whatever the number of attempts. The statement that settles the send also moves the
 * execution on. If the outcome of an earlier attempt is unknown, the message is sent again only with the workspace setting
 * `rather_twice`, a limited number of times.
 * @throws SendDelayed if the send has to be attempted again; AppError NOT_FOUND if there is no such execution or step
 */
export async function performSendStep(context: SendStepContext, input: StepInput): Promise<SendStepResult> {
  const loaded = await loadForStep(context, input);
  const attempt = { context, loaded, step: stepOf(loaded, input.stepId, 'send'), name: input };
  const circumstances = await readCircumstances(attempt);
  const { earlier } = circumstances;
  if (earlier !== null && earlier.status !== 'sending') {
    return finish(attempt, await outcomeOfSettled(attempt, earlier));
  }
  return performSend(context, sendOf(attempt, circumstances));
}

async function readCircumstances({ context, step, name }: Attempt): Promise<SendCircumstances> {
  const read = await readSendCircumstances(context.database, name, step.communicationId);
  if (read === null) throw notFound('Execution', name.executionId);
  return read;
}

/** Returns the outcome of a settled send. If the execution skipped the step, the outcome is the skip for every attempt. */
async function outcomeOfSettled({ context, name }: Attempt, earlier: StoredSend): Promise<Outcome> {
  const left = await findStepOutcome(context.database, name);
  return left?.status === 'skipped' ? { kind: 'skipped', reason: left.reason ?? 'skipped' } : sendOutcome(earlier);
}

/** The message of the step, for the pipeline of sends. */
function sendOf(attempt: Attempt, circumstances: SendCircumstances): Send<SendStepResult> {
  const { database } = attempt.context;
  const { workspaceId } = attempt.name;
  const { earlier, workspace } = circumstances;
  const sendId = earlier?.id ?? newId('send');
  const { claim: mark = null, providerStartedAt: startedAt = null, resends = 0 } = earlier ?? {};
  const open = mark === null || startedAt === null ? null : { mark, startedAt };
  let composed: Composed | undefined;
  return {
    sendId,
    open,
    repeatsUnknown: workspace.unknownOutcome === 'rather_twice' && resends < maxResends,
    async compose() {
      // The person may have opted out while the provider was asked about an earlier attempt.
      const current = open === null ? circumstances : await readCircumstances(attempt);
      const result = await compose(attempt, sendId, current);
      if (!('ended' in result)) composed = result;
      return result;
    },
    async claim() {
      const { message, ...recipient } = composed!;
      const cap = workspace.frequencyCap;
      const { communicationId } = attempt.step;
      const claimed = await claimSend(database, attempt.name, { sendId, communicationId, cap, ...recipient });
      if (claimed === 'capped') return { ended: await skip(attempt, 'frequency_cap', circumstances) };
      return claimed === 'refused' ? null : claimed;
    },
    release: (claim, isUnknown) =>
      (isUnknown ? releaseUnknownClaim : releaseClaim)(database, { workspaceId, sendId, mark: claim }),
    settle: (settled) => finish(attempt, outcomeOf(settled), { sendId, settled }),
  };
}

interface Composed {
  message: Parameters<Context['mailer']['deliver']>[0];
  endUserId: string;
  email: string;
  warnings: string[];
}

async function compose(
  attempt: Attempt,
  sendId: string,
  circumstances: SendCircumstances,
): Promise<Composed | Ended<SendStepResult>> {
  const { context, loaded, step, name } = attempt;
  const { endUser, workspace, now } = circumstances;
  if (isOver(loaded.execution)) return { ended: await leaveUnsent(attempt, unsentOf(circumstances)) };
  const email = endUser?.email ?? null;
  const decision = await decideRecipient(context.database, name.workspaceId, endUser, {
    quietHours: workspace.quietHours,
    now,
    // The claim counts the messages, because only it can do so without a race.
    frequencyCap: null,
    recentSends: 0,
  });
  if (decision.kind === 'skip') return { ended: await skip(attempt, decision.reason, circumstances) };
  if (decision.kind === 'defer') {
    await insertDeferral(context.database, name, 'quiet_hours');
    return { ended: { deferredUntil: decision.until.toISOString() } };
  }
  const recipient = { ...endUser!, email: email! };
  const stepMessage = { execution: loaded.execution, step, sendId };
  const rendered = await renderStepMessage(context, stepMessage, circumstances, recipient);
  if (rendered !== null) return { ...rendered, endUserId: recipient.id, email: recipient.email };
  const outcome = { kind: 'failed', reason: 'template_error' } as const;
  return { ended: await finish(attempt, outcome, unsentOf(circumstances)) };
}

const skip = (attempt: Attempt, reason: string, circumstances: SendCircumstances): Promise<SendStepResult> =>
  finish(attempt, { kind: 'skipped', reason }, unsentOf(circumstances));

/** Sends nothing, because the execution is over. An earlier attempt may have skipped the step, which ended the execution. */
async function leaveUnsent(attempt: Attempt, unsent: Settling | null): Promise<SendStepResult> {
  const { context, name } = attempt;
  if (unsent !== null) await settleSend(context.database, name.workspaceId, unsent);
  const left = await findStepOutcome(context.database, name);
  if (left?.status !== 'skipped') return { halted: true };
  return finish(attempt, { kind: 'skipped', reason: left.reason ?? 'skipped' });
}

/** Settles the message of an earlier attempt that will not be sent. */
const unsentOf = ({ earlier }: SendCircumstances): Settling | null =>
  earlier === null ? null : { sendId: earlier.id, settled: abandoned, unlessClaimed: true };

const outcomeOf = (settled: Settlement): Outcome =>
  settled.status === 'sent' ? { kind: 'sent' } : { kind: 'failed', reason: settled.failure };

/** Settles the send, if there is one, and moves the execution on. */
async function finish(
  { context, loaded, step }: Attempt,
  outcome: Outcome,
  send: Settling | null = null,
): Promise<SendStepResult> {
  return { outcome, ...resumptionOnly(await moveAfter(context, loaded, { stepId: step.id, outcome, send })) };
}
