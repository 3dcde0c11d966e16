import { clippedAtBytes } from '../../email/content-problems';
import { footerProblem } from '../../email/footer-problem';
import { isTooLongSubject, maxSubjectBytes } from '../../email/subject';
import { textLimits } from '../../text-limits';
import { withPreheader } from './preheader';
import type { Severity } from './schemas';
import {
  translateTemplate,
  type Dialect,
  type Inserts,
  type TemplateNote,
  type TranslatedTemplate,
} from './templates/translate-template';

/** Translates the templates of a message. */

/** A template of the export. */
export interface Part {
  source: string | null;
  /** Its path in the export. */
  path: string;
}

export type MessagePart = 'subject' | 'preheader' | 'html' | 'text';

export type MessageParts = Readonly<Record<MessagePart, Part>>;

export interface TranslatedMessage {
  subject: string;
  html: string;
  text: string;
  notes: { severity: Severity; path: string; reason: string }[];
  /** Why the message must be edited before it is sent; null if it is complete. */
  problem: string | null;
}

/** Tags that insert the preheader. */
const insertsPreheader = /MC_PREVIEW_TEXT|render_variable\s+preview_text/;
const longestProblem = 1_000;

/** Translates the templates of a message. Parts that are too long to be saved are left out. */
export function translateMessage(dialect: Dialect, parts: MessageParts): TranslatedMessage {
  const notes: TranslatedMessage['notes'] = [];
  const problems: string[] = [];
  const note = (part: MessagePart, severity: Severity, reason: string): void => {
    notes.push({ severity, path: parts[part].path, reason });
    if (severity === 'error') problems.push(`${partNames[part]}: ${reason}`);
  };
  const translate = (part: MessagePart, inserts?: Inserts): string => {
    const translated = partOf(dialect, parts[part], { isHtml: part === 'html', ...(inserts ? { inserts } : {}) });
    for (const one of translated.notes) note(part, one.severity, noteText(one));
    return translated.text;
  };
  const leaveOut = (part: MessagePart, reason: string): string => {
    note(part, 'error', `The ${part === 'html' ? 'HTML' : part} was removed. ${reason}`);
    return '';
  };
  const line = translate('subject');
  const subject = isTooLongSubject(line) ? leaveOut('subject', `It is longer than ${maxSubjectBytes} bytes.`) : line;
  const plain = { subject: line, preheader: translate('preheader') };
  const inserted = (part: MessagePart): string => partOf(dialect, parts[part], { isEscaped: true }).text;
  const body = translate('html', { subject: inserted('subject'), preheader: inserted('preheader') });
  const whole = addPreheader(body, { parts, preheader: inserted('preheader'), note });
  const htmlProblem = problemOfHtml(whole);
  const html = htmlProblem === null ? whole : leaveOut('html', htmlProblem);
  const words = translate('text', plain);
  const text =
    words.length <= textLimits.content
      ? words
      : leaveOut('text', `It is longer than ${textLimits.content} characters.`);
  return { subject, html, text, notes, problem: problemOf(problems) };
}

/** Returns why HTML cannot be saved as a marketing message; null if it can. */
const problemOfHtml = (html: string): string | null =>
  Buffer.byteLength(html) > clippedAtBytes ? `It is longer than ${clippedAtBytes} bytes.` : footerProblem(html);

const partNames: Record<MessagePart, string> = {
  subject: 'Subject',
  preheader: 'Preheader',
  html: 'HTML',
  text: 'Text',
};

const partOf = (
  dialect: Dialect,
  { source }: Part,
  { isHtml = false, isEscaped = false, inserts }: { isHtml?: boolean; isEscaped?: boolean; inserts?: Inserts },
): TranslatedTemplate =>
  translateTemplate(source ?? '', dialect, {
    format: isHtml ? 'html' : 'text',
    isEscaped,
    ...(inserts === undefined ? {} : { inserts }),
  });

function addPreheader(
  html: string,
  {
    parts,
    preheader,
    note,
  }: {
    parts: MessageParts;
    preheader: string;
    note: (part: MessagePart, severity: Severity, reason: string) => void;
  },
): string {
  if (preheader.trim() === '' || insertsPreheader.test(parts.html.source ?? '')) return html;
  if (html.trim() === '') {
    note('preheader', 'warning', 'The preheader was removed because the message has no HTML.');
    return html;
  }
  note('preheader', 'info', 'The preheader was added to the HTML as hidden text.');
  return withPreheader(html, preheader);
}

/** Returns a note of a template as a sentence. */
export function noteText({ tag, lines, reason, isRemoved }: TemplateNote): string {
  if (lines.length === 0) return `The template was removed. ${reason}`;
  const place = `in ${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, 20).join(', ')}`;
  return isRemoved ? `The tag ${tag} ${place} was removed. ${reason}` : `The tag ${tag} ${place}: ${reason}`;
}

function problemOf(problems: readonly string[]): string | null {
  if (problems.length === 0) return null;
  const text = `The import could not translate the whole message. ${problems.join(' ')}`;
  return text.length <= longestProblem ? text : `${text.slice(0, longestProblem - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
