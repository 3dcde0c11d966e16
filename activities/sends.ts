import { ApplicationFailure, Context, log } from '@temporalio/activity';
import { newId } from '../db/connection/ids';
import type { Database } from '../db/connection/pool';
import type { EndUser } from '../db/end-users/end-users';
import { readSendCircumstances, type SendCircumstances } from '../db/email/send-circumstances';
import { isSuppressed } from '../db/email/suppressions';
import {
  releaseClaim,
  releaseUnknownClaim,
  settleSend,
  type Send,
  type Settling,
  type StepName,
} from '../db/email/sends';
import { insertDeferral } from '../db/journeys/execution-steps';
import { findStepOutcome } from '../db/journeys/step-outcomes';
import { abandoned, maxResends, type Settlement } from '../domain/email/delivery-outcome';
import { warningsOf } from '../domain/email/message';
import type { RenderedMessage } from '../domain/email/render';
import { sendOutcome } from '../domain/email/send-outcome';
import { formatUnsubscribeToken } from '../domain/email/unsubscribe';
import { viewUrlOf } from '../domain/email/view-token';
import type { Outcome } from '../domain/journeys/plan';
import { brandingOf } from '../domain/senders/branding';
import { messageSenderOf } from '../domain/senders/mailboxes';
import { endOfQuietHours } from '../domain/journeys/steps/send/quiet-hours';
import { templateContext } from '../domain/journeys/template-context';
import type { Threads } from '../operations/ports';
import { claimSend } from '../operations/sends/claim-send';
import { settleStep } from '../operations/sends/settle-step';
import { withHeartbeat } from './heartbeat';
import { admit, deliver, reconcile } from './delivery';
import type { Mailer } from '../operations/ports';
import { orUnusable } from './rendering';
import { resumptionOf, isOver, leaveWait, loadRun, movementAfter, stepOf, type Resumption, type Run } from './run';

export interface SendDependencies {
  database: Database;
  mailer: Mailer;
  /** For templates and code from customers. */
  threads: Threads;
  /** Base of links in messages, without a trailing slash. */
  publicUrl: string;
  linkSecret: string;
}

export interface PerformSendInput {
  workspaceId: string;
  executionId: string;
  stepId: string;
  /** The wait that has ended, if the execution comes from one. */
  leftStepId?: string;
}

/** The outcome, or when to retry because of quiet hours. Neither if the execution is paused and nothing was done. */
export interface PerformSendResult extends Resumption {
  outcome?: Outcome;
  /** ISO 8601 instant at which to try again. */
  deferredUntil?: string;
}

/** Activities that send. */
export function createSendActivities(dependencies: SendDependencies) {
  const { database } = dependencies;
  return {
    /**
     * Performs a send step at most once, whatever the number of attempts. The transaction that settles the send also advances
     * the execution. If the outcome of an earlier attempt is unknown, it is reconciled with the provider. If it remains unknown,
     * the message is sent again only with the workspace setting `rather_twice`, a limited number of times.
     * @throws a retryable failure if the provider did not accept the message or is paused, if the outcome is not known yet, or if
     * too many expensive tasks are queued
     */
    async performSend(input: PerformSendInput): Promise<PerformSendResult> {
      const run = await loadRun(database, input.workspaceId, input.executionId);
      await leaveWait(database, run, input.leftStepId);
      return withHeartbeat(() => settle({ ...dependencies, run, step: input }));
    },
  };
}

/** One attempt at a send step: what it works with, the run, and the step. */
export interface SendAttempt extends SendDependencies {
  run: Run;
  step: StepName;
}

async function settle(attempt: SendAttempt): Promise<PerformSendResult> {
  const { database, mailer, step } = attempt;
  const circumstances = await readCircumstances(attempt);
  const { earlier } = circumstances;
  if (earlier === null) return sendNow(attempt, newId('send'), circumstances);
  if (earlier.status !== 'sending') return finish(attempt, await outcomeOfSettled(attempt, earlier));
  if (earlier.providerStartedAt === null || earlier.claim === null) return sendNow(attempt, earlier.id, circumstances);
  const settlement = await reconcile(mailer, earlier.id, earlier.providerStartedAt);
  const claim = { workspaceId: step.workspaceId, sendId: earlier.id, mark: earlier.claim };
  if (settlement === null) await releaseClaim(database, claim);
  else if (settlement.status === 'unknown' && mayResend(circumstances, earlier))
    await releaseUnknownClaim(database, claim);
  else return conclude(attempt, earlier.id, settlement);
  // The person may have opted out while the provider responded.
  return sendNow(attempt, earlier.id, await readCircumstances(attempt));
}

const mayResend = ({ workspace }: SendCircumstances, { resends }: Send): boolean =>
  workspace.unknownOutcome === 'rather_twice' && resends < maxResends;

/** Returns the outcome of a settled send. If the execution skipped the step, the outcome is the skip for every attempt. */
async function outcomeOfSettled({ database, step }: SendAttempt, earlier: Send): Promise<Outcome> {
  const left = await findStepOutcome(database, step);
  return left?.status === 'skipped' ? { kind: 'skipped', reason: left.reason ?? 'skipped' } : sendOutcome(earlier);
}

async function readCircumstances({ database, run, step }: SendAttempt): Promise<SendCircumstances> {
  const read = await readSendCircumstances(database, step, sendStepOf(run, step.stepId).communicationId);
  if (read === null) throw ApplicationFailure.nonRetryable('The workspace does not exist.', 'WorkspaceMissing');
  return read;
}

async function sendNow(
  attempt: SendAttempt,
  sendId: string,
  circumstances: SendCircumstances,
): Promise<PerformSendResult> {
  const { database, mailer, run, step } = attempt;
  const { endUser, workspace } = circumstances;
  const unsent = unsentOf(circumstances);
  const skip = (reason: string) => finish(attempt, { kind: 'skipped', reason }, unsent);
  if (isOver(run)) return leaveUnsent(attempt, unsent);
  if (endUser === null) return skip('erased');
  if (endUser.email === null) return skip('no_email');
  if (!endUser.consent.marketing) return skip('opt_out');
  if (await isSuppressed(database, run.execution.workspaceId, endUser.email)) return skip('suppression');
  const { quietHours, frequencyCap } = workspace;
  // By the database's clock, as waits are: this process's may be wrong.
  const quietUntil = quietHours && endOfQuietHours(quietHours, circumstances.now, endUser.timezone ?? 'UTC');
  if (quietUntil !== null) {
    await insertDeferral(database, step, 'quiet_hours');
    return { deferredUntil: quietUntil.toISOString() };
  }
  await admit(mailer, sendId);
  const rendered = await renderStepMessage(attempt, { ...circumstances, endUser, sendId });
  if (rendered === null) return finish(attempt, { kind: 'failed', reason: 'template_error' }, unsent);
  const { communicationId } = sendStepOf(run, step.stepId);
  const { id: endUserId, email } = endUser;
  const { warnings } = rendered;
  const named = { sendId, endUserId, email, communicationId, warnings };
  const claim = await claimSend(database, step, { ...named, cap: frequencyCap });
  if (claim === 'capped') return skip('frequency_cap');
  // The next attempt finds out which, and skips or ends accordingly.
  if (claim === 'refused') {
    const reason = 'Another attempt is sending this message, or the execution or the person has changed.';
    throw ApplicationFailure.retryable(reason, 'SendInProgress');
  }
  const sender = messageSenderOf(workspace);
  const message = { sendId, to: endUser.email, ...rendered.message, headers: rendered.headers, sender };
  const name = { workspaceId: step.workspaceId, sendId, mark: claim.mark };
  const settlement = await deliver(mailer, message, { atMs: claim.atMs, release: () => releaseClaim(database, name) });
  return conclude(attempt, sendId, settlement);
}

/** Sends nothing, as the run is over. An earlier attempt may have skipped the step, and so ended the run itself. */
async function leaveUnsent(attempt: SendAttempt, unsent: Settling | null): Promise<PerformSendResult> {
  const { database, step } = attempt;
  if (unsent !== null) await settleSend(database, step.workspaceId, unsent);
  const left = await findStepOutcome(database, step);
  if (left?.status !== 'skipped') return { halted: true };
  return finish(attempt, { kind: 'skipped', reason: left.reason ?? 'skipped' });
}

/** The message that an earlier attempt has left, and that is not to be sent any more. */
const unsentOf = ({ earlier }: SendCircumstances): Settling | null =>
  earlier === null ? null : { sendId: earlier.id, settled: abandoned, unlessClaimed: true };

function conclude(attempt: SendAttempt, sendId: string, settled: Settlement): Promise<PerformSendResult> {
  const outcome: Outcome = settled.status === 'sent' ? { kind: 'sent' } : { kind: 'failed', reason: settled.failure };
  return finish(attempt, outcome, { sendId, settled });
}

/** Settles the send, if there is one, and moves the execution on. */
async function finish(
  { database, run, step }: SendAttempt,
  outcome: Outcome,
  send: Settling | null = null,
): Promise<PerformSendResult> {
  const movement = await movementAfter(database, run, step.stepId, outcome);
  const recorded = await settleStep(database, movement, send);
  return { outcome, ...(await resumptionOf(database, movement, recorded)) };
}

export function sendStepOf(run: Run, stepId: string) {
  const step = stepOf(run, stepId);
  if (step.kind !== 'send')
    throw ApplicationFailure.nonRetryable(`Step "${stepId}" is not a send step.`, 'NotASendStep');
  return step;
}

/** @returns null when the template cannot be rendered for the person */
export async function renderStepMessage(
  { threads, publicUrl, linkSecret, run, step }: SendAttempt,
  { content, endUser, eventData, sendId, workspace }: SendCircumstances & { endUser: EndUser; sendId: string },
): Promise<{ message: RenderedMessage; headers: Record<string, string>; warnings: string[] } | null> {
  const { communicationId } = sendStepOf(run, step.stepId);
  if (content === null)
    throw ApplicationFailure.nonRetryable(
      'The published version does not contain this communication.',
      'ContentMissing',
    );
  const { workspaceId } = step;
  const token = formatUnsubscribeToken(linkSecret, { workspaceId, endUserId: endUser.id, sendId });
  const unsubscribeUrl = `${publicUrl}/u/${token}`;
  const { journeyId, id: executionId } = run.execution;
  const context = templateContext(endUser, { eventData, journeyId, executionId });
  const { slots, html, text } = content;
  // Versions frozen before there was tracking say nothing of it.
  const tracking = content.tracking === false ? null : { publicUrl, linkSecret, workspaceId, sendId };
  const viewUrl = viewUrlOf(publicUrl, linkSecret, { workspaceId, sendId });
  const sender = brandingOf(workspace);
  const given = { content: { slots, html, text }, context, unsubscribeUrl, viewUrl, sender, tracking };
  const { cancellationSignal } = Context.current();
  const rendered = await orUnusable(threads.run('renderMarketing', given, workspaceId, cancellationSignal), {
    workspaceId,
    communicationId,
    executionId,
  });
  if (rendered === null) return null;
  const { warnings: _unsafe, omissions: _omissions, hasPlainLinks, ...message } = rendered;
  const warnings = warningsOf(rendered);
  if (warnings.length > 0) log.warn('a message is incomplete', { communicationId, warnings });
  if (hasPlainLinks === true)
    log.warn('click tracking is off for this message because it would become too long', { communicationId });
  // One-click unsubscription (RFC 8058), which bulk senders must support.
  const headers = {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { message, headers, warnings };
}
