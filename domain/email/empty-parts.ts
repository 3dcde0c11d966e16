import type { CommunicationContent } from '../communications/schemas';
import { plainTextOf } from './plain-text';
import { withoutLiquid } from './template';

/** Longer HTML is not converted, because it certainly has content. */
const longestEmptyHtml = 20_000;

/** Returns what a message lacks whatever the values are, as the ends of sentences. */
export function emptyParts({ slots, html, text }: Omit<CommunicationContent, 'tracking'>): string[] {
  const isBlank = (source: string): boolean => withoutLiquid(source, 'x').trim() === '';
  const { subject, headline, body, ctaLabel, ctaUrl } = slots;
  const [hasLabel, hasUrl] = [!isBlank(ctaLabel), !isBlank(ctaUrl)];
  const isEmpty =
    html === null
      ? isBlank(headline) && isBlank(body) && isBlank(text ?? '') && !(hasLabel && hasUrl)
      : html.length <= longestEmptyHtml && !/<img\s/i.test(html) && isBlank(plainTextOf(html));
  return [
    ...(isEmpty ? ['is empty.'] : []),
    ...(isBlank(subject) ? ['has no subject.'] : []),
    ...(html === null && hasLabel !== hasUrl ? [`has a button without ${hasLabel ? 'a URL' : 'text'}.`] : []),
  ];
}
