import { newId } from '../../db/connection/ids';
import type { Database } from '../../db/connection/pool';
import { readSendCircumstances, type SendCircumstances } from '../../db/email/send-circumstances';
import {
  countRecentSends,
  insertClaim,
  lockSendsTo,
  releaseClaim,
  settleSend,
  type FrequencyCap,
  type MadeClaim,
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
import { isCapped } from '../../domain/journeys/steps/send/rules';
import {
  openClaimOf,
  performSend,
  type Composed,
  type Ended,
  type Send,
  type SendContext,
} from '../sends/perform-send';
import { composeStepMessage, type ComposeContext } from './compose-step-message';
import {
  loadForStep,
  moveAfter,
  resumptionOnly,
  stepOf,
  type LoadedExecution,
  type Resumption,
  type StepInput,
} from './move-execution';

/** The outcome, or when to retry because of quiet hours. Neither if the execution is over and nothing was done. */
export interface SendStepResult extends Resumption {
  outcome?: Outcome;
  /** ISO 8601 instant at which to try again. */
  deferredUntil?: string;
}

export type SendStepContext = SendContext & ComposeContext;

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
 * @throws AttemptDelayed if the send has to be attempted again; AppError NOT_FOUND if there is no such execution or step
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
  const open = earlier === null ? null : openClaimOf(earlier);
  const resends = earlier?.resends ?? 0;
  return {
    sendId,
    open,
    repeatsUnknown: workspace.unknownOutcome === 'rather_twice' && resends < maxResends,
    async compose() {
      // The person may have opted out during the request to the provider about an earlier attempt.
      return compose(attempt, sendId, open === null ? circumstances : await readCircumstances(attempt));
    },
    async claim({ message: { to: email }, warnings = [] }) {
      const { communicationId } = attempt.step;
      const { endUserId } = attempt.loaded.execution;
      const message = { sendId, communicationId, email, endUserId, warnings, cap: workspace.frequencyCap };
      const claimed = await claimSend(database, attempt.name, message);
      if (claimed === 'capped') return { ended: await skip(attempt, 'frequency_cap', circumstances) };
      return claimed === 'refused' ? null : claimed;
    },
    release: (mark, isUnknown) => releaseClaim(database, { workspaceId, sendId, mark }, { isUnknown }),
    settle: (settled) => finish(attempt, outcomeOf(settled), { sendId, settled }),
  };
}

async function compose(
  attempt: Attempt,
  sendId: string,
  circumstances: SendCircumstances,
): Promise<Composed | Ended<SendStepResult>> {
  const { context, loaded, step, name } = attempt;
  const { execution } = loaded;
  if (isOver(execution)) return { ended: await leaveUnsent(attempt, unsentOf(circumstances)) };
  const { quietHours } = circumstances.workspace;
  const composed = await composeStepMessage(context, { execution, step, sendId }, circumstances, quietHours);
  if ('message' in composed) return composed;
  if (composed.kind === 'skip') return { ended: await skip(attempt, composed.reason, circumstances) };
  if (composed.kind === 'failed') return { ended: await finish(attempt, composed, unsentOf(circumstances)) };
  await insertDeferral(context.database, name, 'quiet_hours');
  return { ended: { deferredUntil: composed.until.toISOString() } };
}

/**
 * `capped`: the person has received as many messages as the cap allows. `refused`: another attempt has the claim, or the
 * data that was read before has changed. The time of a claim does not include waits for a connection or other claims.
 */
type Claim = MadeClaim | 'capped' | 'refused';

/**
 * Claims the right to send to the provider, once for each step of an execution. If there is a frequency cap, the claims of
 * a person run one after another, so that concurrent journeys cannot exceed the cap.
 * @param message.sendId the id of an earlier attempt with a released claim, otherwise a new id
 */
export async function claimSend(
  database: Database,
  step: StepName,
  message: Parameters<typeof insertClaim>[2] & { endUserId: string; cap: FrequencyCap },
): Promise<Claim> {
  const { cap, endUserId } = message;
  if (cap === null) return (await insertClaim(database, step, message)) ?? 'refused';
  return database.transaction(async (transaction) => {
    await lockSendsTo(transaction, step.workspaceId, endUserId);
    const recent = await countRecentSends(transaction, step, { endUserId, days: cap.days });
    return isCapped(cap, recent) ? 'capped' : ((await insertClaim(transaction, step, message)) ?? 'refused');
  });
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
