import type { Slots } from '../communications/schemas';
import { accentColors, defaultAccent } from '../brand/colors';
import type { Branding } from '../senders/branding';
import { readButton, type Button } from './button';
import { escapeHtml } from './escape-html';
import { settleParts, settleValues, type SettledHtml } from './html-values';
import { findFooterPlace } from './footer-place';
import { fillLayout } from './layout/fill-layout';
import { NestedTooDeeply } from './parse-document';
import { plainTextOf } from './plain-text';
import { readSlot, readText, type SlotContent } from './slot-content';
import { createAllowance, renderField, TemplateError, type AllowanceLimits, type Field } from './template';
import { withoutMarks } from './value-marks';

export interface RenderedMessage {
  subject: string;
  html: string;
  text: string;
  /** What was removed from the HTML because a value made it unsafe, named by its place; absent if nothing was. */
  warnings?: string[];
  /** Parts left out because of the template: a button without a URL, a value that cannot be printed. */
  omissions?: string[];
}

/** Returns missing and removed parts of a message, as sentences for its author. They never contain a value. */
export const warningsOf = ({ warnings = [], omissions = [] }: RenderedMessage): string[] => [
  ...warnings.map((problem) => `Removed: ${problem}.`),
  ...omissions,
];

/** Everything around a message's own content. */
export interface Frame {
  /** Texts that replace slots. They are never parsed as Liquid. */
  overrides: Partial<Slots>;
  /** The sender, named in the footer. */
  sender: Branding | null;
  /** Absolute URL for the footer; null for messages without an unsubscribe link. */
  unsubscribeUrl: string | null;
  /** Whether the button's address is also shown as text below it. */
  plainLink: boolean;
  /** Values that grant access. They may appear only in text and links. */
  secrets?: readonly string[];
  /** The limits of the message; by default the largest allowance. */
  limits?: AllowanceLimits | undefined;
}

export const slotIds = ['subject', 'headline', 'body', 'ctaLabel', 'ctaUrl'] as const satisfies (keyof Slots)[];

/**
 * Renders a message. Values are escaped in HTML, but not in the subject and text. Custom HTML and text replace the
 * output of the slots. Custom HTML without text is converted to text.
 * @throws TemplateError if Liquid refuses a template, or if it takes too long or its output is too large
 */
export function renderMessage(
  { slots, html, text }: { slots: Slots; html: string | null; text: string | null },
  scope: object,
  frame: Frame,
): RenderedMessage {
  const allowance = createAllowance(frame.limits);
  const omissions = new Set<string>();
  const render: Render = (field, source, output) => {
    const onOmission = (reason: string): unknown => omissions.add(`${field}: ${reason}`);
    const rendered = renderField({ field, source, output, onOmission }, scope, allowance);
    // The cost of all later processing of the HTML grows with its length.
    if (output !== 'text' && rendered.length > allowance.limits.output)
      throw new TemplateError(field, 'html limit exceeded');
    return rendered;
  };
  const subject = singleLine(frame.overrides.subject ?? render('slots.subject', slots.subject, 'text'));
  const own = html === null ? null : settleValues(render('html', html, 'html'), frame.secrets);
  const content = own === null ? readSlots({ slots, frame, render, limits: allowance.limits }) : null;
  const ownText = text === null ? null : render('text', text, 'text');
  const textBody = ownText ?? (content === null ? plainTextOf(own?.html ?? '') : slotsText(content));
  const whole = own ?? slotsHtml(content as SlotsContent, { subject, ownText, frame });
  const htmlBody = own === null ? whole.html : withFooter(own.html, frame);
  if (content !== null && content.warning !== null) omissions.add(content.warning);
  return {
    subject,
    html: htmlBody,
    text: withTextFooter(textBody, frame),
    ...(whole.problems.length === 0 ? {} : { warnings: whole.problems }),
    ...(omissions.size === 0 ? {} : { omissions: [...omissions] }),
  };
}

type Render = (field: string, source: string, output: Field['output']) => string;

/** The content of the slots below the subject. */
interface SlotsContent extends ReturnType<typeof readButton> {
  headline: SlotContent;
  body: SlotContent;
}

function readSlots({ slots, frame, render, limits }: SlotsGiven): SlotsContent {
  const rendered = (slot: keyof Slots): string => frame.overrides[slot] ?? render(`slots.${slot}`, slots[slot], 'slot');
  const read = (slot: 'headline' | 'body'): SlotContent =>
    frame.overrides[slot] === undefined
      ? readSlot({ field: `slots.${slot}`, source: slots[slot], rendered: rendered(slot) }, limits)
      : readText(frame.overrides[slot]);
  return {
    headline: read('headline'),
    body: read('body'),
    ...readButton(rendered('ctaLabel'), rendered('ctaUrl')),
  };
}

interface SlotsGiven {
  slots: Slots;
  frame: Frame;
  render: Render;
  limits: AllowanceLimits;
}

const singleLine = (subject: string): string => subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** The number of characters that mail programs show after the subject. */
const previewLength = 140;

interface HtmlContext {
  subject: string;
  /** The text that replaces the output of the slots; null if there is none. */
  ownText: string | null;
  frame: Frame;
}

function slotsHtml(
  { headline, body, button, problem }: SlotsContent,
  { subject, ownText, frame }: HtmlContext,
): SettledHtml {
  // If a message has only text, its HTML shows the same text.
  const isText = ownText !== null && button === null && headline.paragraphs.length + body.paragraphs.length === 0;
  const parts = {
    headline: inHeading(headline.paragraphs),
    body: inDivs(isText ? readText(ownText).paragraphs : body.paragraphs),
    label: button?.label ?? '',
  };
  const own = settleParts(parts, frame.secrets);
  const html = fillLayout({
    title: escapeHtml(subject),
    preheader: escapeHtml(preview(body.words)),
    ...buttonValues(button, frame),
    ...(own?.parts ?? parts),
    unsubscribeUrl: escapeHtml(frame.unsubscribeUrl ?? ''),
    ...brandingValues(frame.sender),
  });
  const settled =
    own === null ? settleValues(html, frame.secrets) : { html: withoutMarks(html), problems: own.problems };
  return problem === null ? settled : { ...settled, problems: [...settled.problems, problem] };
}

const buttonValues = (button: Button | null, { plainLink }: Frame) => ({
  label: button?.label ?? '',
  url: button?.url ?? '',
  plainLink: plainLink ? (button?.url ?? '') : '',
});

/** Cuts between characters, never inside one. */
const preview = (body: string): string =>
  [...body.slice(0, 1_000).replace(/\s+/g, ' ').trim()].slice(0, previewLength).join('');

/** The layout puts the headline into an `h1`, which another heading would close. */
const inHeading = (paragraphs: readonly string[]): string =>
  paragraphs
    .join('<br>')
    .replace(/<h[1-6](?=[\s>])/g, '<div')
    .replace(/<\/h[1-6]>/g, '</div>');

/** Paragraphs can contain lists and tables, so each is a `div`. */
const inDivs = (paragraphs: readonly string[]): string =>
  paragraphs.map((html, index) => `<div${index === 0 ? '' : ' style="margin-top:16px"'}>${html}</div>`).join('');

const slotsText = ({ headline, body, button }: SlotsContent): string =>
  [headline.text, body.text, button?.text ?? ''].filter((part) => part !== '').join('\n\n');

function withTextFooter(text: string, { unsubscribeUrl, sender }: Frame): string {
  if (unsubscribeUrl === null) return `${text.trim()}\n`;
  const named = sender === null ? [] : [sender.name, ...linesOf(sender.postalAddress)];
  return [text.trim(), '', '--', ...named, `Unsubscribe: ${unsubscribeUrl}`, ''].join('\n');
}

function withFooter(html: string, { unsubscribeUrl, sender }: Frame): string {
  if (unsubscribeUrl === null) return html;
  const named = sender === null ? [] : [sender.name, ...linesOf(sender.postalAddress)].map(escapeHtml);
  const lines = [...named, `<a href="${escapeHtml(unsubscribeUrl)}">Unsubscribe</a>`];
  const footer = `<p style="font-size:12px;color:#666">${lines.join('<br>')}</p>`;
  const at = footerPlace(html);
  return html.slice(0, at) + footer + html.slice(at);
}

/** @throws TemplateError if a footer would not be visible anywhere */
function footerPlace(html: string): number {
  try {
    const { at } = findFooterPlace(html);
    if (at !== null) return at;
  } catch (error) {
    if (error instanceof NestedTooDeeply) throw new TemplateError('html', error.message);
    throw error;
  }
  throw new TemplateError('html', 'The unsubscribe footer would not be visible anywhere.');
}

const linesOf = (address: string | null): string[] =>
  (address ?? '').split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '');

/** The card colors of the layout, for light and dark mode. */
const cards = { light: '#ffffff', dark: '#1e293b' };

function brandingValues(sender: Branding | null) {
  const accent = sender?.accentColor ?? defaultAccent;
  const dark = accentColors(cards.dark, accent);
  return {
    ...accentColors(cards.light, accent),
    darkButton: dark.button,
    darkOnButton: dark.onButton,
    darkLink: dark.link,
    sender: escapeHtml(sender?.name ?? ''),
    postalAddress: linesOf(sender?.postalAddress ?? null)
      .map(escapeHtml)
      .join('<br>'),
    logoUrl: escapeHtml(sender?.logoUrl ?? ''),
    logoAlt: escapeHtml(sender?.name ?? ''),
  };
}
