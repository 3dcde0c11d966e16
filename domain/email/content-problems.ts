import type { CommType, CommunicationContent } from '../communications/schemas';
import type { ErrorDetail } from '../errors';
import { compiledLayout } from './layout/compiled-layout';
import { templateProblems } from './render';
import { secretProblems } from './render-transactional';

/** Bytes of html beyond which Gmail cuts a message, and hides its end with the unsubscribe link behind a link of its own. */
export const clippedAtBytes = 102 * 1024;

type Content = Pick<CommunicationContent, 'slots' | 'html' | 'text'>;

/** What stands against saving content: templates that cannot be read, with line and column, secrets of
 * transactional content outside of text and links, and html that is too long as it is. */
export function contentProblems(content: Content, commType: CommType): ErrorDetail[] {
  const problems = [
    ...templateProblems(content).map(({ field, message }) => ({ path: field, message })),
    ...(commType === 'transactional' ? secretProblems(content) : []),
  ];
  if (literalBytes(content) <= clippedAtBytes) return problems;
  const message = `The html has more than ${clippedAtBytes} bytes before a value is put in: Gmail would cut every message.`;
  return [...problems, { path: content.html === null ? 'slots' : 'html', message }];
}

function literalBytes({ slots, html }: Content): number {
  if (html !== null) return Buffer.byteLength(html);
  const { headline, body, ctaLabel, ctaUrl } = slots;
  return Buffer.byteLength(compiledLayout) + Buffer.byteLength(headline + body + ctaLabel + ctaUrl);
}
