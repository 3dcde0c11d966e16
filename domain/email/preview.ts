import { isObject } from '../json/is-object';
import type { CommType } from '../communications/schemas';
import type { Branding } from '../senders/branding';
import { clippedAtBytes } from './content-problems';
import { warningsOf } from './message';
import { marketingScope, renderMarketing, type RenderContext, type RenderedMessage } from './render';
import {
  referencedPaths,
  referencedVariables,
  renderTransactional,
  type TransactionalTemplate,
} from './render-transactional';
import { isTooLongSubject, maxSubjectBytes } from './subject';
import { TemplateError, type AllowanceLimits } from './template';
import { valueAt } from './variables';

/** A message as it would be sent, with warnings about it. */
export interface MessagePreview extends RenderedMessage {
  missing: string[];
  warnings: string[];
}

export interface PreviewedContent extends TransactionalTemplate {
  commType: CommType;
}

interface PreviewContext {
  variables: Record<string, unknown>;
  /** The sender of the workspace. */
  sender: Branding;
  unsubscribeUrl: string;
  viewUrl: string;
}

/**
 * Renders content for its author. A transactional message takes its variables as in a send. For a marketing message,
 * `email`, `timezone`, `attributes`, `event`, `journey`, `execution` and the links are built-in variables. All others
 * are attributes.
 * @throws TemplateError as in a send
 */
export function previewMessage(
  content: PreviewedContent,
  { variables, sender, unsubscribeUrl, viewUrl }: PreviewContext,
  limits?: AllowanceLimits,
): MessagePreview {
  if (content.commType === 'transactional')
    return withWarnings(renderTransactional(content, variables, sender, limits));
  const context = contextOf(variables);
  const message = renderMarketing(content, context, unsubscribeUrl, { sender, viewUrl, limits });
  const scope = marketingScope(context, { unsubscribeUrl, viewUrl });
  const missing = variablesOf(content).filter((path) => valueAt(scope, path.split('.')) === undefined);
  return withWarnings({ ...message, missing });
}

/**
 * Returns the distinct variables in the templates of content, sorted. The result is empty if a template cannot be read.
 */
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

function withWarnings(rendered: RenderedMessage & { missing: string[] }): MessagePreview {
  const { subject, html, text, missing } = rendered;
  const message = { subject, html, text, missing };
  const warnings = warningsOf(rendered);
  if (Buffer.byteLength(message.html) > clippedAtBytes) {
    warnings.push(`The HTML is larger than ${clippedAtBytes} bytes. Gmail clips it and hides the rest.`);
  }
  if (isTooLongSubject(message.subject)) {
    warnings.push(`The subject is longer than ${maxSubjectBytes} bytes. It will be cut when the message is sent.`);
  }
  if (message.subject === '') warnings.push('The subject is empty.');
  return { ...message, warnings };
}
