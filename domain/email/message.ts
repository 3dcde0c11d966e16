import type { Slots } from '../communications/schemas';
import { accentColors, defaultAccent } from '../brand/colors';
import type { Branding } from '../senders/branding';
import { escapeHtml } from './escape-html';
import { settleParts, settleValues, type SettledHtml } from './html-values';
import { findFooterPlace } from './footer-place';
import { fillLayout } from './layout/fill-layout';
import { NestedTooDeeply } from './parse-document';
import { plainTextOf } from './plain-text';
import { createAllowance, renderField, TemplateError, type AllowanceLimits } from './template';
import { hasMarks, marked, withoutMarks } from './value-marks';
import { isHttpUrl } from './variables';

export interface RenderedMessage {
  subject: string;
  html: string;
  text: string;
  /** What was removed from the HTML because a value made it unsafe, named by its place; absent if nothing was. */
  warnings?: string[];
}

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

type RenderSlots = (slot: keyof Slots) => string;

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
  const render = (field: string, source: string, escaped: boolean): string => {
    const rendered = renderField({ field, source, escaped }, scope, allowance);
    // The cost of all later processing of the HTML grows with its length.
    if (escaped && rendered.length > allowance.limits.output) throw new TemplateError(field, 'html limit exceeded');
    return rendered;
  };
  const asText = eachOnce((slot) => frame.overrides[slot] ?? render(`slots.${slot}`, slots[slot], false));
  const asHtml = eachOnce((slot) => {
    const override = frame.overrides[slot];
    return override === undefined ? render(`slots.${slot}`, slots[slot], true) : escapeHtml(override);
  });
  const subject = singleLine(asText('subject'));
  const own = html === null ? null : settleValues(render('html', html, true), frame.secrets);
  const textBody = text === null ? textWithout(own?.html ?? null, asText) : render('text', text, false);
  const whole = own ?? slotsHtml({ subject, asHtml, asText, ownText: text === null ? null : textBody, frame });
  const htmlBody = own === null ? whole.html : withFooter(own.html, frame);
  const message = { subject, html: htmlBody, text: withTextFooter(textBody, frame) };
  return whole.problems.length === 0 ? message : { ...message, warnings: whole.problems };
}

const textWithout = (html: string | null, asText: RenderSlots): string =>
  html === null ? slotsText(asText) : plainTextOf(html);

/** Renders each slot once. Slots are used in several places, and `increment` and `cycle` must not advance each time. */
function eachOnce(render: RenderSlots): RenderSlots {
  const rendered = new Map<string, string>();
  return (slot) => {
    const value = rendered.get(slot) ?? render(slot);
    rendered.set(slot, value);
    return value;
  };
}

const singleLine = (subject: string): string => subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** The number of characters that mail programs show after the subject. */
const previewLength = 140;

interface SlotsGiven {
  subject: string;
  asHtml: RenderSlots;
  asText: RenderSlots;
  /** The text that replaces the output of the slots; null if there is none. */
  ownText: string | null;
  frame: Frame;
}

function slotsHtml({ subject, asHtml, asText, ownText, frame }: SlotsGiven): SettledHtml {
  const label = asHtml('ctaLabel').trim();
  const written = asHtml('ctaUrl');
  const plain = withoutMarks(written).trim();
  const url = hasMarks(written) ? marked(plain) : plain;
  const isAddress = isHttpUrl(plain);
  const hasButton = label !== '' && isAddress;
  const [headline, body] = [asHtml('headline'), asHtml('body')];
  // If a message has only text, its HTML shows the same text.
  const isText = ownText !== null && [headline, body, label].every((part) => part.trim() === '');
  const parts = {
    headline,
    body: paragraphs(isText ? escapeHtml(ownText) : body),
    label: hasButton ? label : '',
  };
  const own = settleParts(parts, frame.secrets);
  const html = fillLayout({
    title: escapeHtml(subject),
    preheader: escapeHtml(preview(asText('body'))),
    ...(own?.parts ?? parts),
    url: hasButton ? url : '',
    plainLink: hasButton && frame.plainLink ? url : '',
    unsubscribeUrl: escapeHtml(frame.unsubscribeUrl ?? ''),
    ...brandingValues(frame.sender),
  });
  const settled =
    own === null ? settleValues(html, frame.secrets) : { html: withoutMarks(html), problems: own.problems };
  if (isAddress || !hasMarks(written)) return settled;
  return { ...settled, problems: [...settled.problems, 'the value in ctaUrl is not an absolute http or https URL'] };
}

/** Cuts between characters, never inside one. */
const preview = (body: string): string =>
  [...body.slice(0, 1_000).replace(/\s+/g, ' ').trim()].slice(0, previewLength).join('');

/** Splits at empty lines. Slots may contain HTML, so each paragraph is a div, which may contain lists and tables. */
const paragraphs = (body: string): string =>
  body
    .trim()
    .split(/\r?\n[^\S\n]*\r?\n\s*/)
    .filter((paragraph) => paragraph !== '')
    .map(
      (paragraph, index) =>
        `<div${index === 0 ? '' : ' style="margin-top:16px"'}>${paragraph.replace(/\r?\n/g, '<br>')}</div>`,
    )
    .join('');

function slotsText(asText: RenderSlots): string {
  const label = asText('ctaLabel').trim();
  const url = asText('ctaUrl').trim();
  return [asText('headline'), asText('body'), label !== '' && isHttpUrl(url) ? `${label}: ${url}` : '']
    .filter((part) => part !== '')
    .join('\n\n');
}

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
