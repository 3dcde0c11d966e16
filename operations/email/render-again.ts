import { findFrozenContent } from '../../db/communications/communications';
import { readSendCircumstances } from '../../db/email/send-circumstances';
import { findViewedSend } from '../../db/email/viewed-sends';
import { findEndUser } from '../../db/end-users/end-users';
import { findExecution, type Execution } from '../../db/journeys/executions';
import { findVersion } from '../../db/journeys/journey-versions';
import { findWorkspace } from '../../db/workspaces/workspaces';
import type { MarketingMessage } from '../../domain/tasks';
import { TemplateError } from '../../domain/email/template';
import { viewUrlOf, type ViewedSend } from '../../domain/email/view-token';
import { conflict, notFound } from '../../domain/errors';
import { templateContext } from '../../domain/journeys/template-context';
import { brandingOf } from '../../domain/senders/branding';
import { readTemplateContext } from '../journeys/read-template-context';
import type { Context } from '../ports';

/**
 * Messages are not stored. They are rendered again from the content of the published version and the current attributes of the
 * person.
 */

type RenderingContext = Pick<Context, 'database' | 'threads' | 'settings'>;

/** An execution of a journey. */
export interface ExecutionName {
  workspaceId: string;
  journeyId: string;
  executionId: string;
}

/** @throws AppError NOT_FOUND */
export async function findNamedExecution(
  { database }: Pick<Context, 'database'>,
  name: ExecutionName,
): Promise<Execution> {
  const execution = await findExecution(database, name.workspaceId, name.executionId);
  if (execution?.journeyId !== name.journeyId) throw notFound('Execution', name.executionId);
  return execution;
}

/**
 * Renders the message of a send step.
 * @throws AppError NOT_FOUND for an unknown execution, a step that sends nothing, or an erased person; CONFLICT for content that
 * cannot be rendered for the person
 */
export async function readExecutionMessage(
  { database, threads, settings: { publicUrl } }: RenderingContext,
  { stepId, ...name }: ExecutionName & { stepId: string },
): Promise<{ subject: string; html: string; text: string }> {
  const { workspaceId } = name;
  const execution = await findNamedExecution({ database }, name);
  const published = await findVersion(database, execution);
  const step = published?.definition.steps.find(({ id }) => id === stepId);
  if (step?.kind !== 'send') throw notFound('Send step', stepId);
  const content = await findFrozenContent(database, execution, step.communicationId);
  const endUser = await findEndUser(database, workspaceId, execution.endUserId);
  const workspace = await findWorkspace(database, workspaceId);
  if (content === null || workspace === null) throw notFound('Message', stepId);
  if (endUser === null) throw notFound('End user', 'erased');
  const given = untracked(content, {
    context: await readTemplateContext({ database }, execution, endUser),
    unsubscribeUrl: `${publicUrl}/u/preview`,
    viewUrl: `${publicUrl}/v/preview`,
    sender: brandingOf(workspace),
  });
  try {
    const { subject, html, text } = await threads.run('renderMarketing', given, workspaceId);
    return { subject, html, text };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw conflict(`The template cannot be rendered for this person: ${error.field}: ${error.message}`);
  }
}

/** Returns the HTML of a sent message; null if the message or the person no longer exists, or rendering fails. */
export async function renderViewedSend(
  { database, threads, settings: { publicUrl, linkSecret } }: RenderingContext,
  name: ViewedSend,
): Promise<string | null> {
  const send = await findViewedSend(database, name);
  const read = send === null ? null : await readSendCircumstances(database, send, send.communicationId);
  if (send === null || !read?.endUser || read.content === null) return null;
  const { journeyId, executionId } = send;
  const given = untracked(read.content, {
    context: templateContext(read.endUser, { eventData: read.eventData, journeyId, executionId }),
    // Not the recipient's link, because readers may forward the page.
    unsubscribeUrl: `${publicUrl}/u/view`,
    viewUrl: viewUrlOf(publicUrl, linkSecret, name),
    sender: brandingOf(read.workspace),
  });
  try {
    return (await threads.run('renderMarketing', given, name.workspaceId)).html;
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}

const untracked = (
  { slots, html, text }: MarketingMessage['content'],
  given: Omit<MarketingMessage, 'content' | 'tracking'>,
): MarketingMessage => ({ ...given, content: { slots, html, text }, tracking: null });
