import { isObject } from '../json/is-object';
import type { CommType } from '../communications/schemas';
import type { Branding } from '../senders/branding';
import { clippedAtBytes } from './content-problems';
import { renderMarketing, type RenderContext, type RenderedMessage } from './render';
import {
  referencedPaths,
  referencedVariables,
  renderTransactional,
  type TransactionalTemplate,
} from './render-transactional';
import { isTooLongSubject, mostSubjectBytes } from './subject';
import { TemplateError, type AllowanceLimits } from './template';
import { valueAt } from './variables';

/** A message as it would be sent, and what is to be said about it. */
export interface MessagePreview extends RenderedMessage {
  missing: string[];
  warnings: string[];
}

export interface PreviewedContent extends TransactionalTemplate {
  commType: CommType;
}

interface PreviewContext {
  variables: Record<string, unknown>;
  /** Of the workspace. */
  sender: Branding;
  unsubscribeUrl: string;
}

/**
 * Renders content for its author. A transactional message takes its variables as a send does. Of a marketing
 * message's variables `email`, `timezone`, `attributes`, `event`, `journey` and `execution` are themselves; others are attributes.
 * @throws TemplateError as the rendering of a send does
 */
export function previewMessage(
  content: PreviewedContent,
  { variables, sender, unsubscribeUrl }: PreviewContext,
  limits?: AllowanceLimits,
): MessagePreview {
  if (content.commType === 'transactional')
    return withWarnings(renderTransactional(content, variables, sender, limits));
  const context = contextOf(variables);
  const message = renderMarketing(content, context, unsubscribeUrl, { sender, limits });
  const missing = variablesOf(content).filter((path) => valueAt({ ...context }, path.split('.')) === undefined);
  return withWarnings({ ...message, missing });
}

/** What the templates of content refer to, sorted, each once; nothing of templates that cannot be read. */
export function variablesOf(content: PreviewedContent): string[] {
  try {
    if (content.commType === 'transactional') return referencedVariables(content);
    return [...new Set(referencedPaths(content).map((path) => path.join('.')))].sort();
  } catch (error) {
    if (error instanceof TemplateError) return [];
    throw error;
  }
}

function contextOf(variables: Record<string, unknown>): RenderContext {
  const { email, timezone, attributes, event, journey, execution, ...others } = variables;
  const data = isObject(event) && isObject(event['data']) ? event['data'] : {};
  const idIn = (value: unknown): string =>
    isObject(value) && typeof value['id'] === 'string' ? value['id'] : 'preview';
  return {
    email: typeof email === 'string' ? email : 'preview@example.com',
    timezone: typeof timezone === 'string' ? timezone : 'UTC',
    attributes: { ...others, ...(isObject(attributes) ? attributes : {}) },
    event: { data },
    journey: { id: idIn(journey) },
    execution: { id: idIn(execution) },
  };
}

function withWarnings({ warnings: leftOut = [], ...message }: RenderedMessage & { missing: string[] }): MessagePreview {
  const warnings = leftOut.map((problem) => `Left out: ${problem}.`);
  if (Buffer.byteLength(message.html) > clippedAtBytes) {
    warnings.push(`The html has more than ${clippedAtBytes} bytes: Gmail cuts it, and hides what comes after.`);
  }
  if (isTooLongSubject(message.subject)) {
    warnings.push(`The subject has more than ${mostSubjectBytes} bytes: it is cut when it is sent.`);
  }
  if (message.subject === '') warnings.push('The subject is empty.');
  return { ...message, warnings };
}
