import type { Templates } from './content-references';
import { renderMessage, type RenderedMessage } from './message';
import type { Branding } from '../senders/branding';
import { renderField, TemplateError, templateProblem, type Allowance, type AllowanceLimits } from './template';

export { TemplateError, templateProblem };
export type { RenderedMessage };

/** What a marketing template sees (contract, section 10). */
export interface RenderContext {
  email: string;
  timezone: string;
  attributes: Record<string, unknown>;
  event: { data: Record<string, unknown> };
  journey: { id: string };
  execution: { id: string };
}

/**
 * Renders a marketing communication: html escaped, subject and text not; the footer carries the unsubscribe link.
 * @param unsubscribeUrl absolute URL, put into the footer
 * @param sender named in the footer, with the postal address
 * @throws TemplateError for a template that Liquid refuses, that runs for too long or grows too large
 */
export const renderMarketing = (
  content: Templates,
  context: RenderContext,
  unsubscribeUrl: string,
  { sender = null, limits }: { sender?: Branding | null; limits?: AllowanceLimits | undefined } = {},
): RenderedMessage =>
  renderMessage(content, context, { overrides: {}, sender, unsubscribeUrl, plainLink: false, limits });

/**
 * Renders text that goes nowhere near html, such as a webhook's body.
 * @param allowance of all that is rendered together
 * @throws TemplateError as {@link renderMarketing}
 */
export const renderText = (field: string, source: string, context: RenderContext, allowance: Allowance): string =>
  renderField({ field, source, escaped: false }, context, allowance);
