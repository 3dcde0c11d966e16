import type { Templates } from './content-references';
import { renderMessage, type RenderedMessage } from './message';
import type { Branding } from '../senders/branding';
import {
  createAllowance,
  loopLimits,
  renderField,
  TemplateError,
  templateProblem,
  type Allowance,
  type AllowanceLimits,
} from './template';

export { TemplateError, templateProblem };
export type { RenderedMessage };

/** The variables of a marketing template. */
export interface RenderContext {
  email: string;
  timezone: string;
  attributes: Record<string, unknown>;
  event: { data: Record<string, unknown> };
  journey: { id: string };
  execution: { id: string };
}

/** Returns the variables of a marketing template, with the addresses of its links. */
export const marketingScope = (context: RenderContext, links: { unsubscribeUrl: string; viewUrl: string }) => ({
  ...context,
  unsubscribe_url: links.unsubscribeUrl,
  view_url: links.viewUrl,
});

/**
 * Renders a marketing communication. Values are escaped in HTML, but not in the subject and text. The footer contains
 * the unsubscribe link, even if the template has its own.
 * @param unsubscribeUrl absolute URL for the footer and the template
 * @param sender named in the footer, with the postal address
 * @param viewUrl absolute URL of the message's page
 * @throws TemplateError if Liquid refuses a template, or if it takes too long or its output is too large
 */
export const renderMarketing = (
  content: Templates,
  context: RenderContext,
  unsubscribeUrl: string,
  {
    sender = null,
    viewUrl = '',
    limits,
  }: { sender?: Branding | null; viewUrl?: string; limits?: AllowanceLimits | undefined } = {},
): RenderedMessage =>
  renderMessage(content, marketingScope(context, { unsubscribeUrl, viewUrl }), {
    overrides: {},
    sender,
    unsubscribeUrl,
    plainLink: false,
    limits,
  });

/**
 * Renders text that is never part of HTML, such as a webhook's body.
 * @param allowance shared by everything that is rendered together
 * @throws TemplateError as {@link renderMarketing}
 */
export const renderText = (field: string, source: string, context: RenderContext, allowance: Allowance): string =>
  renderField({ field, source, output: 'text' }, context, allowance);

/**
 * Renders a short text on the event loop, with small limits.
 * @returns null if Liquid refuses it, or if it or its result exceeds a limit
 */
export function renderedTextOrNull(source: string, context: RenderContext): string | null {
  if (source.length > loopLimits.output) return null;
  try {
    const text = renderText('text', source, context, createAllowance(loopLimits));
    return text.length > loopLimits.output ? null : text;
  } catch (error) {
    if (error instanceof TemplateError) return null;
    throw error;
  }
}
