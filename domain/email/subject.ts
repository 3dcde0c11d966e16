import { textLimits } from '../text-limits';

/** The most bytes in a line of a message (RFC 5322, section 2.1.1). Providers refuse or cut longer subjects. */
export const maxSubjectBytes = textLimits.subject;

export const isTooLongSubject = (subject: string): boolean => Buffer.byteLength(subject) > maxSubjectBytes;

/** Returns a subject that all providers accept. Some refuse an empty one. */
export const deliverableSubject = (subject: string): string => (subject === '' ? '(no subject)' : subject);

/** Cuts a subject between characters so that it fits. */
export function cutSubject(subject: string): string {
  if (!isTooLongSubject(subject)) return subject;
  let bytes = 0;
  let cut = '';
  for (const { segment } of new Intl.Segmenter('en').segment(subject)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxSubjectBytes) break;
    cut += segment;
  }
  return cut;
}
