import type { SendCircumstances } from '../../db/email/send-circumstances';
import { isSuppressed } from '../../db/email/suppressions';
import type { EndUser } from '../../db/end-users/end-users';
import type { Execution } from '../../db/journeys/executions';
import { warningsOf } from '../../domain/email/message';
import { formatUnsubscribeToken } from '../../domain/email/unsubscribe';
import { viewUrlOf } from '../../domain/email/view-token';
import { notFound } from '../../domain/errors';
import type { StepOf } from '../../domain/journeys/schemas';
import { decideSend, type SendDecision } from '../../domain/journeys/steps/send/rules';
import { templateContext } from '../../domain/journeys/template-context';
import { brandingOf } from '../../domain/senders/branding';
import { messageSenderOf } from '../../domain/senders/mailboxes';
import type { Context, Settings } from '../ports';
import type { Composed } from '../sends/perform-send';
import { renderedOrNull } from '../sends/render-content';

export type ComposeContext = Pick<Context, 'database' | 'threads' | 'log'> & {
  settings: Pick<Settings, 'publicUrl' | 'linkSecret'>;
};

/** A send step of an execution, and the id of its message. */
export interface StepMessage {
  execution: Execution;
  step: StepOf<'send'>;
  sendId: string;
}

/**
 * Decides whether the person gets the message of a send step now, and renders it.
 * @param quietHours null for a message that does not wait for their end
 * @returns the message; why or until when it is not sent; or `template_error` if it cannot be rendered for the person
 * @throws AppError NOT_FOUND if the version has no such content; AttemptDelayed if too many expensive tasks are queued,
 * or the process stops
 */
export async function composeStepMessage(
  context: ComposeContext,
  stepMessage: StepMessage,
  circumstances: SendCircumstances,
  quietHours: SendCircumstances['workspace']['quietHours'],
): Promise<Composed | Exclude<SendDecision, { kind: 'send' }> | { kind: 'failed'; reason: 'template_error' }> {
  const { endUser, now } = circumstances;
  const { workspaceId } = stepMessage.execution;
  // The claim, or the operator's request, checks the frequency cap.
  const limits = { quietHours, now, frequencyCap: null, recentSends: 0 };
  const decision = await decideRecipient(context, workspaceId, endUser, limits);
  if (decision.kind !== 'send') return decision;
  const recipient = { ...endUser!, email: endUser!.email! };
  const rendered = await render(context, stepMessage, circumstances, recipient);
  return rendered ?? { kind: 'failed', reason: 'template_error' };
}

/** Decides whether a person gets a message, as {@link decideSend}, from their consent and the suppressions. */
export async function decideRecipient(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  person: EndUser | null,
  limits: Pick<Parameters<typeof decideSend>[0], 'quietHours' | 'now' | 'frequencyCap' | 'recentSends'>,
): Promise<SendDecision> {
  const email = person?.email ?? null;
  return decideSend({
    ...limits,
    person,
    hasConsent: person?.consent.marketing === true,
    isSuppressed: email !== null && (await isSuppressed(database, workspaceId, email)),
  });
}

async function render(
  { threads, log, settings: { publicUrl, linkSecret } }: ComposeContext,
  { execution, step: { communicationId }, sendId }: StepMessage,
  { content, eventData, workspace }: SendCircumstances,
  recipient: EndUser & { email: string },
): Promise<Composed | null> {
  if (content === null) throw notFound('Communication of the version', communicationId);
  const { workspaceId, journeyId, id: executionId } = execution;
  const token = formatUnsubscribeToken(linkSecret, { workspaceId, endUserId: recipient.id, sendId });
  const unsubscribeUrl = `${publicUrl}/u/${token}`;
  const { slots, html, text } = content;
  const given = {
    content: { slots, html, text },
    context: templateContext(recipient, { eventData, journeyId, executionId }),
    unsubscribeUrl,
    viewUrl: viewUrlOf(publicUrl, linkSecret, { workspaceId, sendId }),
    sender: brandingOf(workspace),
    // Old versions do not have the field.
    tracking: content.tracking === false ? null : { publicUrl, linkSecret, workspaceId, sendId },
  };
  const about = { workspaceId, communicationId, executionId };
  const rendered = await renderedOrNull({ log }, threads.run('renderMarketing', given, workspaceId), about);
  if (rendered === null) return null;
  const { warnings: _unsafe, omissions: _omissions, hasPlainLinks, ...message } = rendered;
  const warnings = warningsOf(rendered);
  if (warnings.length > 0) log.warn({ communicationId, warnings }, 'a message is incomplete');
  if (hasPlainLinks === true) {
    log.warn({ communicationId }, 'click tracking is off for this message because it would become too long');
  }
  // One-click unsubscription (RFC 8058), which bulk senders must support.
  const headers = {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  const sender = messageSenderOf(workspace);
  return { message: { sendId, to: recipient.email, ...message, headers, sender }, warnings };
}
