import type { Liquid } from 'liquidjs';
import type { CommunicationContent } from '../communications/schemas';
import { createEngine } from './liquid-engine';

/** What a marketing template sees (contract, section 10). */
export interface RenderContext {
  email: string;
  timezone: string;
  attributes: Record<string, unknown>;
  event: { data: Record<string, unknown> };
  journey: { id: string };
  execution: { id: string };
}

export interface RenderedMessage {
  subject: string;
  html: string;
  text: string;
}

/** A template that cannot be read or rendered. `field` is the slot (`slots.body`), `html` or `text` it stands in. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

const htmlEngine = createEngine(true);
const textEngine = createEngine(false);
/** Characters of one rendered field. Literal text in a loop is free for Liquid, and mail servers refuse messages of megabytes. */
const longestOutput = 1_000_000;

/**
 * Renders a marketing communication: html escaped, subject and text not; the footer carries the unsubscribe link.
 * @param unsubscribeUrl absolute URL, put into the footer
 * @throws TemplateError for a template that Liquid refuses, that runs for too long or grows too large
 */
export function renderMarketing(
  content: CommunicationContent,
  context: RenderContext,
  unsubscribeUrl: string,
): RenderedMessage {
  const html = (field: string, source: string): string => render(htmlEngine, field, source, context);
  const text = (field: string, source: string): string => renderText(field, source, context);
  const { slots } = content;
  const htmlBody = content.html === null ? slotsHtml(content, html) : html('html', content.html);
  const textBody = content.text === null ? slotsText(content, text) : text('text', content.text);
  return {
    subject: singleLine(text('slots.subject', slots.subject)),
    html: withHtmlFooter(htmlBody, unsubscribeUrl),
    text: `${textBody.trim()}\n\n--\nUnsubscribe: ${unsubscribeUrl}\n`,
  };
}

/** Problems of a communication's templates, found without rendering; empty when Liquid reads them all. */
export function templateProblems(content: CommunicationContent): { field: string; message: string }[] {
  const sources = [
    ...Object.entries(content.slots).map(([slot, source]) => [`slots.${slot}`, source] as const),
    ['html', content.html ?? ''] as const,
    ['text', content.text ?? ''] as const,
  ];
  return sources.flatMap(([field, source]) => {
    const message = syntaxProblem(source);
    return message === null ? [] : [{ field, message }];
  });
}

/** Why Liquid cannot read a template, with line and column; null when it can. */
export function syntaxProblem(source: string): string | null {
  try {
    textEngine.parse(source);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Renders text that goes nowhere near html, such as a webhook's body. @throws TemplateError as {@link renderMarketing} */
export const renderText = (field: string, source: string, context: RenderContext): string =>
  render(textEngine, field, source, context);

function render(engine: Liquid, field: string, source: string, context: RenderContext): string {
  let output: string;
  try {
    // A copy, as `increment` writes into what it is given, and the next field would see it.
    output = String(engine.parseAndRenderSync(source, { ...context }));
  } catch (error) {
    throw new TemplateError(field, reasonOf(error));
  }
  if (output.length > longestOutput) throw new TemplateError(field, `renders more than ${longestOutput} characters`);
  return output;
}

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? '';

const singleLine = (subject: string): string => subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

function slotsHtml({ slots }: CommunicationContent, render: (field: string, source: string) => string): string {
  const headline = render('slots.headline', slots.headline);
  const body = render('slots.body', slots.body);
  const label = render('slots.ctaLabel', slots.ctaLabel);
  const url = render('slots.ctaUrl', slots.ctaUrl).trim();
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${render('slots.subject', slots.subject)}</title></head>`,
    '<body style="margin:0 auto;max-width:600px;padding:24px;font-family:sans-serif;line-height:1.5">',
    headline === '' ? '' : `<h1 style="font-size:24px">${headline}</h1>`,
    body === '' ? '' : `<div>${body.replace(/\r?\n/g, '<br>')}</div>`,
    label !== '' && isHttpUrl(url) ? `<p><a href="${url}" style="font-weight:bold">${label}</a></p>` : '',
    '</body></html>',
  ].join('');
}

function slotsText({ slots }: CommunicationContent, render: (field: string, source: string) => string): string {
  const label = render('slots.ctaLabel', slots.ctaLabel);
  const url = render('slots.ctaUrl', slots.ctaUrl).trim();
  return [
    render('slots.headline', slots.headline),
    render('slots.body', slots.body),
    label !== '' && isHttpUrl(url) ? `${label}: ${url}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const isHttpUrl = (text: string): boolean => /^https?:\/\/[^\s"'<>]+$/i.test(text);

function withHtmlFooter(html: string, unsubscribeUrl: string): string {
  const footer = `<p style="font-size:12px;color:#666"><a href="${unsubscribeUrl}">Unsubscribe</a></p>`;
  // Searched as it is: in lower case some letters (İ) grow, and positions behind them shift.
  const end = [...html.matchAll(/<\/body\s*>/gi)].at(-1)?.index;
  return end === undefined ? html + footer : html.slice(0, end) + footer + html.slice(end);
}
