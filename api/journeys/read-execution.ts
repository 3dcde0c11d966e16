import { findFrozenContent } from '../../db/communications/communications';
import type { Database } from '../../db/connection/pool';
import { listSendEvents } from '../../db/email/send-events';
import { findEmails, findEndUser } from '../../db/end-users/end-users';
import { findExecution, type Execution } from '../../db/journeys/executions';
import { findVersion } from '../../db/journeys/journey-versions';
import { findExecutionParts, findFrozenSubjects } from '../../db/reports/execution-detail';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { TemplateError } from '../../domain/email/template';
import { conflict, notFound } from '../../domain/errors';
import type { ExecutionDetail } from '../../domain/journeys/executions/schemas';
import { brandingOf } from '../../domain/senders/branding';
import { readTemplateContext } from '../../operations/journeys/read-template-context';
import type { Services } from '../services';
import { presentExecutionDetail } from './present-execution';

/** An execution by its journey and id, in a workspace. */
export interface ExecutionName {
  workspaceId: string;
  journeyId: string;
  executionId: string;
}

async function findNamed(database: Database, name: ExecutionName): Promise<Execution> {
  const execution = await findExecution(database, name.workspaceId, name.executionId);
  if (execution?.journeyId !== name.journeyId) throw notFound('Execution', name.executionId);
  return execution;
}

/** An execution with its steps, messages and calls. @throws AppError NOT_FOUND */
export async function readExecution(services: Services, name: ExecutionName): Promise<ExecutionDetail> {
  const { database } = services;
  const { workspaceId, executionId } = name;
  const execution = await findNamed(database, name);
  const [parts, published, subjects, emails] = await Promise.all([
    findExecutionParts(database, workspaceId, executionId),
    findVersion(database, execution),
    findFrozenSubjects(database, execution),
    findEmails(database, workspaceId, [execution.endUserId]),
  ]);
  const sends = parts.messages.map(({ id }) => id);
  const events = await listSendEvents(database, workspaceId, sends);
  const steps = published?.definition.steps ?? [];
  const email = emails.get(execution.endUserId) ?? null;
  return presentExecutionDetail(execution, { email, parts, steps, subjects, events }, services);
}

/**
 * The message of a send step, from the content that the version froze and the person as they are now: what was sent is not kept.
 * @throws AppError NOT_FOUND for an unknown execution, a step that sends nothing, or a person who was erased; CONFLICT for content that
 * cannot be rendered for the person
 */
export async function readExecutionMessage(
  { database, threads, settings: { publicUrl } }: Services,
  name: ExecutionName & { stepId: string },
): Promise<{ subject: string; html: string; text: string }> {
  const { workspaceId, stepId } = name;
  const execution = await findNamed(database, name);
  const published = await findVersion(database, execution);
  const step = published?.definition.steps.find(({ id }) => id === stepId);
  if (step?.kind !== 'send') throw notFound('Send step', stepId);
  const content = await findFrozenContent(database, execution, step.communicationId);
  const endUser = await findEndUser(database, workspaceId, execution.endUserId);
  const workspace = await findWorkspace(database, workspaceId);
  if (content === null || workspace === null) throw notFound('Message', stepId);
  if (endUser === null) throw notFound('End user', 'erased');
  const { slots, html, text } = content;
  const context = await readTemplateContext(database, execution, endUser);
  const given = {
    content: { slots, html, text },
    context,
    unsubscribeUrl: `${publicUrl}/u/preview`,
    viewUrl: `${publicUrl}/v/preview`,
    sender: brandingOf(workspace),
    tracking: null,
  };
  try {
    const message = await threads.run('renderMarketing', given, workspaceId);
    return { subject: message.subject, html: message.html, text: message.text };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw conflict(`The template cannot be rendered for this person: ${error.field}: ${error.message}`);
  }
}
