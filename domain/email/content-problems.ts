import type { CommType, CommunicationContent } from '../communications/schemas';
import type { ErrorDetail } from '../errors';
import { buttonUrlProblem } from './button';
import { readTemplates, type ContentReferences } from './content-references';
import { footerProblem } from './footer-problem';
import { compiledLayout } from './layout/compiled-layout';
import { secretProblems } from './render-transactional';

/** The HTML size in bytes beyond which Gmail clips a message and hides its end, with the unsubscribe link. */
export const clippedAtBytes = 102 * 1024;

type Content = Pick<CommunicationContent, 'slots' | 'html' | 'text'>;

export interface InspectedContent {
  /** The problems that prevent saving. */
  problems: ErrorDetail[];
  references: ContentReferences;
}

/**
 * Inspects content before it is saved. Problems are templates that are unreadable (with line and column) or too
 * expensive, secrets of transactional content outside text and links, an invalid button URL, marketing HTML that hides
 * its footer, and HTML that is too long even without values.
 */
export function inspectContent(content: Content, commType: CommType): InspectedContent {
  const read = readTemplates(content);
  const problems = [
    ...read.problems.map(({ field, message }) => ({ path: field, message })),
    ...(commType === 'transactional' ? secretProblems(content) : []),
  ];
  const urlProblem = content.html === null ? buttonUrlProblem(content.slots.ctaUrl) : null;
  if (urlProblem !== null) problems.push({ path: 'slots.ctaUrl', message: urlProblem });
  const isHtmlReadable = read.problems.every(({ field }) => field !== 'html');
  const hidden =
    commType === 'marketing' && content.html !== null && isHtmlReadable ? footerProblem(content.html) : null;
  if (hidden !== null) problems.push({ path: 'html', message: hidden });
  if (literalBytes(content) > clippedAtBytes) {
    const message = `The HTML is larger than ${clippedAtBytes} bytes before any value is inserted. Gmail would clip every message.`;
    problems.push({ path: content.html === null ? 'slots' : 'html', message });
  }
  return { problems, references: read.references };
}

function literalBytes({ slots, html }: Content): number {
  if (html !== null) return Buffer.byteLength(html);
  const { headline, body, ctaLabel, ctaUrl } = slots;
  return Buffer.byteLength(compiledLayout) + Buffer.byteLength(headline + body + ctaLabel + ctaUrl);
}
