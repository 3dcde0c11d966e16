import { ApplicationFailure, Context } from '@temporalio/activity';
import { findFrozenContent } from '../db/communications';
import type { Database } from '../db/connection';
import { findEndUser, type EndUser } from '../db/end-users';
import { findEventData, findResumption, recordMovement } from '../db/executions';
import { claimSend, findStepSend, releaseClaim, settleSend, type StepName } from '../db/sends';
import { renderMarketing, TemplateError, type RenderedMessage } from '../domain/email/render';
import { sendOutcome } from '../domain/email/send-outcome';
import { formatUnsubscribeToken } from '../domain/email/unsubscribe';
import type { Outcome } from '../domain/journeys/advance';
import type { Arrival } from './journeys';
import type { DeliveryResult, Mailer } from './mailer';
import { loadRun, movementAfter, stepOf, type Run } from './run';

export interface SendDependencies {
  database: Database;
  mailer: Mailer;
  /** Base of links in messages, without a trailing slash. */
  publicUrl: string;
  linkSecret: string;
}

export interface PerformSendInput {
  workspaceId: string;
  executionId: string;
  stepId: string;
  /** The wait that is over, if the run comes from one. */
  leftStepId?: string;
}

export interface PerformSendResult extends Arrival {
  outcome: Outcome;
}

/** Activities that send. */
export function createSendActivities(dependencies: SendDependencies) {
  const { database } = dependencies;
  return {
    /**
     * Performs a send step, at most once whatever the number of attempts, and moves the run on in the transaction that settles
     * the send. An attempt that finds an earlier one's outcome open reconciles it with the provider and never sends blindly.
     * @throws a retryable failure when the provider has not accepted the message, or its answer is not known yet
     */
    async performSend(input: PerformSendInput): Promise<PerformSendResult> {
      const run = await loadRun(database, input.workspaceId, input.executionId);
      if (input.leftStepId !== undefined) {
        const movement = await movementAfter(database, run, input.leftStepId, { kind: 'elapsed' });
        await database.transaction((transaction) => recordMovement(transaction, movement));
      }
      const stopHeartbeat = heartbeat();
      try {
        return await settle({ ...dependencies, run, step: input });
      } finally {
        stopHeartbeat();
      }
    },
  };
}

/** Tells the server that this process lives while a slow provider is waited for; a quick send never beats. */
function heartbeat(): () => void {
  const timer = setInterval(() => {
    Context.current().heartbeat();
  }, 2_000);
  return () => {
    clearInterval(timer);
  };
}

/** One attempt at a send step: what it works with, the run, and the step. */
interface Attempt extends SendDependencies {
  run: Run;
  step: StepName;
}

async function settle(attempt: Attempt): Promise<PerformSendResult> {
  const earlier = await findStepSend(attempt.database, attempt.step);
  if (earlier !== null) {
    if (earlier.status !== 'sending') return finish(attempt, sendOutcome(earlier));
    if (earlier.providerStartedAt !== null) {
      const reconciled = await reconcile(attempt, earlier.id, earlier.providerStartedAt);
      if (reconciled !== null) return reconciled;
    }
  }
  return sendNow(attempt);
}

async function sendNow(attempt: Attempt): Promise<PerformSendResult> {
  const { database, mailer, run, step } = attempt;
  const endUser = await findEndUser(database, run.execution.workspaceId, run.execution.endUserId);
  if (endUser === null) return finish(attempt, { kind: 'skipped', reason: 'erased' });
  if (endUser.email === null) return finish(attempt, { kind: 'skipped', reason: 'no_email' });
  if (!endUser.marketingConsent) return finish(attempt, { kind: 'skipped', reason: 'opt_out' });
  const rendered = await render(attempt, endUser);
  if (rendered instanceof TemplateError) return finish(attempt, { kind: 'failed', reason: 'template_error' });
  const { communicationId } = sendStepOf(run, step.stepId);
  const sendId = await claimSend(database, step, { endUserId: endUser.id, communicationId });
  if (sendId === null) throw ApplicationFailure.retryable('Another attempt is sending this message.', 'SendInProgress');
  const { message, headers } = rendered;
  return conclude(attempt, sendId, await mailer.deliver({ sendId, to: endUser.email, ...message, headers }));
}

async function conclude(attempt: Attempt, sendId: string, result: DeliveryResult): Promise<PerformSendResult> {
  const { database, mailer, step } = attempt;
  switch (result.kind) {
    case 'accepted':
      return finish(attempt, { kind: 'sent' }, (transaction) =>
        settleSend(transaction, step.workspaceId, sendId, {
          status: 'sent',
          providerMessageId: result.providerMessageId,
        }),
      );
    case 'rejected':
      return finish(attempt, { kind: 'failed', reason: 'rejected' }, (transaction) =>
        settleSend(transaction, step.workspaceId, sendId, { status: 'failed', failure: 'rejected' }),
      );
    case 'not_accepted':
      await releaseClaim(database, step.workspaceId, sendId);
      throw ApplicationFailure.retryable(`The provider did not take the message: ${result.reason}.`, 'NotAccepted');
    case 'ambiguous':
      throw openOutcome(mailer.settledAfterMs);
  }
}

/** @returns the result, or null when nothing was accepted and the claim is given back */
async function reconcile(attempt: Attempt, sendId: string, startedAt: Date): Promise<PerformSendResult | null> {
  const { database, mailer, step } = attempt;
  const openForMs = mailer.settledAfterMs - (Date.now() - startedAt.getTime());
  if (openForMs > 0) throw openOutcome(openForMs);
  const found = await mailer.lookUp(sendId, startedAt);
  switch (found.kind) {
    case 'accepted':
      return conclude(attempt, sendId, found);
    case 'absent':
      await releaseClaim(database, step.workspaceId, sendId);
      return null;
    case 'unknown':
      return finish(attempt, { kind: 'failed', reason: 'outcome_unknown' }, (transaction) =>
        settleSend(transaction, step.workspaceId, sendId, { status: 'unknown', failure: 'outcome_unknown' }),
      );
  }
}

const openOutcome = (waitMs: number): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'The provider may have accepted the message; its outcome is looked up before anything else is done.',
    type: 'OutcomeOpen',
    nextRetryDelay: Math.max(100, waitMs),
  });

/** Settles the send and moves the run on, in one transaction. */
async function finish(
  { database, run, step }: Attempt,
  outcome: Outcome,
  settleIn: (transaction: Database) => Promise<void> = () => Promise.resolve(),
): Promise<PerformSendResult> {
  const movement = await movementAfter(database, run, step.stepId, outcome);
  await database.transaction(async (transaction) => {
    await settleIn(transaction);
    await recordMovement(transaction, movement);
  });
  if (movement.at.resumesAt === undefined) return { outcome };
  const resumesAt = await findResumption(database, step.workspaceId, step.executionId, movement.at.stepId);
  return { outcome, resumesAt: (resumesAt ?? movement.at.resumesAt).toISOString() };
}

function sendStepOf(run: Run, stepId: string) {
  const step = stepOf(run, stepId);
  if (step.kind !== 'send') throw ApplicationFailure.nonRetryable(`Step "${stepId}" does not send.`, 'NotASendStep');
  return step;
}

async function render(
  { database, publicUrl, linkSecret, run, step }: Attempt,
  endUser: EndUser,
): Promise<{ message: RenderedMessage; headers: Record<string, string> } | TemplateError> {
  const { communicationId } = sendStepOf(run, step.stepId);
  const content = await findFrozenContent(database, run.execution, communicationId);
  if (content === null) throw ApplicationFailure.nonRetryable('The version froze no such content.', 'ContentMissing');
  const token = formatUnsubscribeToken(linkSecret, { workspaceId: step.workspaceId, endUserId: endUser.id });
  const unsubscribeUrl = `${publicUrl}/u/${token}`;
  const context = {
    email: endUser.email ?? '',
    timezone: endUser.timezone ?? 'UTC',
    attributes: endUser.attributes,
    event: { data: await findEventData(database, step.workspaceId, step.executionId) },
    journey: { id: run.execution.journeyId },
    execution: { id: step.executionId },
  };
  try {
    const message = renderMarketing(content, context, unsubscribeUrl);
    // One-click unsubscription as RFC 8058 asks of bulk senders.
    const headers = {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
    return { message, headers };
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}
