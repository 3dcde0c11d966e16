import type { CommunicationContent } from '../communications/schemas';
import { renderMessage, type RenderedMessage } from './message';
import { createAllowance, renderField, syntaxProblem, TemplateError } from './template';

export { syntaxProblem, TemplateError };
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
 * @throws TemplateError for a template that Liquid refuses, that runs for too long or grows too large
 */
export const renderMarketing = (
  content: CommunicationContent,
  context: RenderContext,
  unsubscribeUrl: string,
): RenderedMessage =>
  renderMessage(content, context, { overrides: {}, sender: null, unsubscribeUrl, plainLink: false });

/** Problems of a communication's templates, found without rendering; empty when Liquid reads them all. */
export function templateProblems({
  slots,
  html,
  text,
}: Omit<CommunicationContent, 'tracking'> & { tracking?: boolean }): { field: string; message: string }[] {
  const sources = [
    ...Object.entries(slots).map(([slot, source]) => [`slots.${slot}`, source] as const),
    ['html', html ?? ''] as const,
    ['text', text ?? ''] as const,
  ];
  return sources.flatMap(([field, source]) => {
    const message = syntaxProblem(source);
    return message === null ? [] : [{ field, message }];
  });
}

/** Renders text that goes nowhere near html, such as a webhook's body. @throws TemplateError as {@link renderMarketing} */
export const renderText = (field: string, source: string, context: RenderContext): string =>
  renderField({ field, source, escaped: false }, context, createAllowance());
