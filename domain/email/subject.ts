import { textLimits } from '../text-limits';

/** Octets that a line of a message may have (RFC 5322, section 2.1.1): a longer subject is refused, or cut, by providers. */
export const mostSubjectBytes = textLimits.subject;

export const isTooLongSubject = (subject: string): boolean => Buffer.byteLength(subject) > mostSubjectBytes;

/** What a provider takes: one that came out empty is refused by some. */
export const deliverableSubject = (subject: string): string => (subject === '' ? '(no subject)' : subject);

/** The beginning of a subject that fits, cut between characters. */
export function cutSubject(subject: string): string {
  if (!isTooLongSubject(subject)) return subject;
  let bytes = 0;
  let cut = '';
  for (const { segment } of new Intl.Segmenter('en').segment(subject)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > mostSubjectBytes) break;
    cut += segment;
  }
  return cut;
}
