import type { Templates } from './content-references';
import { renderMessage, type RenderedMessage } from './message';
import type { Branding } from '../senders/branding';
import { renderField, TemplateError, templateProblem, type Allowance, type AllowanceLimits } from './template';

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

/**
 * Renders a marketing communication. Values are escaped in HTML, but not in the subject and text. The footer contains
 * the unsubscribe link.
 * @param unsubscribeUrl absolute URL for the footer
 * @param sender named in the footer, with the postal address
 * @throws TemplateError if Liquid refuses a template, or if it takes too long or its output is too large
 */
export const renderMarketing = (
  content: Templates,
  context: RenderContext,
  unsubscribeUrl: string,
  { sender = null, limits }: { sender?: Branding | null; limits?: AllowanceLimits | undefined } = {},
): RenderedMessage =>
  renderMessage(content, context, { overrides: {}, sender, unsubscribeUrl, plainLink: false, limits });

/**
 * Renders text that is never part of HTML, such as a webhook's body.
 * @param allowance shared by everything that is rendered together
 * @throws TemplateError as {@link renderMarketing}
 */
export const renderText = (field: string, source: string, context: RenderContext, allowance: Allowance): string =>
  renderField({ field, source, output: 'text' }, context, allowance);
