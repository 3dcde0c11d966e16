import type { SendCircumstances } from '../../db/email/send-circumstances';
import type { EndUser } from '../../db/end-users/end-users';
import type { Execution } from '../../db/journeys/executions';
import { warningsOf } from '../../domain/email/message';
import { formatUnsubscribeToken } from '../../domain/email/unsubscribe';
import { viewUrlOf } from '../../domain/email/view-token';
import { notFound } from '../../domain/errors';
import type { StepOf } from '../../domain/journeys/schemas';
import { templateContext } from '../../domain/journeys/template-context';
import { brandingOf } from '../../domain/senders/branding';
import { messageSenderOf } from '../../domain/senders/mailboxes';
import type { Context, OutgoingMessage, Settings } from '../ports';
import { renderedOrNull } from '../sends/render-content';

export type RenderMessageContext = Pick<Context, 'threads' | 'log'> & {
  settings: Pick<Settings, 'publicUrl' | 'linkSecret'>;
};

/** A send step of an execution, and the id of its message. */
export interface StepMessage {
  execution: Execution;
  step: StepOf<'send'>;
  sendId: string;
}

/**
 * Renders the message of a send step.
 * @returns null if it cannot be rendered for the person
 * @throws AppError NOT_FOUND if the version has no such content; SendDelayed if too many expensive tasks are queued
 */
export async function renderStepMessage(
  { threads, log, settings: { publicUrl, linkSecret } }: RenderMessageContext,
  { execution, step: { communicationId }, sendId }: StepMessage,
  { content, eventData, workspace }: SendCircumstances,
  recipient: EndUser & { email: string },
): Promise<{ message: OutgoingMessage; warnings: string[] } | null> {
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
