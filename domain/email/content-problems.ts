import type { CommType, CommunicationContent } from '../communications/schemas';
import type { ErrorDetail } from '../errors';
import { readTemplates, type ContentReferences } from './content-references';
import { compiledLayout } from './layout/compiled-layout';
import { secretProblems } from './render-transactional';

/** Bytes of html beyond which Gmail cuts a message, and hides its end with the unsubscribe link behind a link of its own. */
export const clippedAtBytes = 102 * 1024;

type Content = Pick<CommunicationContent, 'slots' | 'html' | 'text'>;

export interface InspectedContent {
  /** What stands against saving it. */
  problems: ErrorDetail[];
  references: ContentReferences;
}

/**
 * Looks at content that is to be saved. Its problems are templates that cannot be read, with line and column, or are too costly,
 * secrets of transactional content outside of text and links, and html that is too long as it is.
 */
export function inspectContent(content: Content, commType: CommType): InspectedContent {
  const read = readTemplates(content);
  const problems = [
    ...read.problems.map(({ field, message }) => ({ path: field, message })),
    ...(commType === 'transactional' ? secretProblems(content) : []),
  ];
  if (literalBytes(content) > clippedAtBytes) {
    const message = `The html has more than ${clippedAtBytes} bytes before a value is put in: Gmail would cut every message.`;
    problems.push({ path: content.html === null ? 'slots' : 'html', message });
  }
  return { problems, references: read.references };
}

function literalBytes({ slots, html }: Content): number {
  if (html !== null) return Buffer.byteLength(html);
  const { headline, body, ctaLabel, ctaUrl } = slots;
  return Buffer.byteLength(compiledLayout) + Buffer.byteLength(headline + body + ctaLabel + ctaUrl);
}
