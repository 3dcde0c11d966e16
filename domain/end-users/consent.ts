/**
 * How a person's consent to marketing mail came to be what it is (contract, section 10).
 * - `default`: a keyed call made the person and said nothing of consent
 * - `public_stitch`: a page made the person; no keyed call has named them since
 * - `keyed_call`: a keyed call named a person whom a page had made
 * - `api`: consent was given or withdrawn by the API
 * - `unsubscribe_link`, `resubscribe_link`: the reader's own choice, by the link of a message
 * - `complaint`: the reader called a message spam
 * - `unknown`: from before sources were recorded
 */
export const consentSources = [
  'default',
  'public_stitch',
  'keyed_call',
  'api',
  'unsubscribe_link',
  'resubscribe_link',
  'complaint',
  'unknown',
] as const;

export type ConsentSource = (typeof consentSources)[number];

export interface Consent {
  marketing: boolean;
  source: ConsentSource;
  at: Date;
}

/** Whether the link of a message may take an opt-out back: only one that was said by a link (contract, section 10). */
export const isUndoneByLink = ({ marketing, source }: Consent): boolean => !marketing && source === 'unsubscribe_link';
