/**
 * How a person's consent to marketing mail came to be what it is (contract, section 10), where the service alone can know.
 * - `default`: a keyed call made the person and said nothing of consent
 * - `public_stitch`: a page made the person; no keyed call has named them since
 * - `keyed_call`: a keyed call named a person whom a page had made
 * - `unsubscribe_link`, `resubscribe_link`: the reader's own choice, by the link of a message
 * - `complaint`: the reader called a message spam
 * - `unknown`: from before sources were recorded
 *
 * Where a keyed call gives or withdraws it, the source is the caller's own word, or `api`.
 */
const serviceSources: readonly string[] = [
  'default',
  'public_stitch',
  'keyed_call',
  'unsubscribe_link',
  'resubscribe_link',
  'complaint',
  'unknown',
];

export interface Consent {
  marketing: boolean;
  source: string;
  at: Date;
}

/** What a keyed call says of a person's consent. */
export interface ConsentChange {
  marketing: boolean;
  source?: string | undefined;
  /** ISO 8601. */
  at?: string | undefined;
}

/** `at` is null for the moment in which it is written. */
export type NewConsent = Omit<Consent, 'at'> & { at: Date | null };

/**
 * Consent as a keyed call says it. What is given as the record has it was said before: a record that is sent back as it was read changes
 * nothing, and one whose `marketing` alone was changed is a change of now.
 * @param current null of a new person
 * @returns null for a source that only the service records
 */
export function consentAfter(current: Consent | null, change: ConsentChange): NewConsent | null {
  const source = sourceAfter(current, change);
  if (source === null) return null;
  const { marketing } = change;
  const at = change.at === undefined ? null : new Date(change.at);
  if (marketing === current?.marketing && source === current.source) return { marketing, source, at: at ?? current.at };
  return { marketing, source, at: at?.getTime() === current?.at.getTime() ? null : at };
}

function sourceAfter(current: Consent | null, { marketing, source }: ConsentChange): string | null {
  if (source === undefined) return 'api';
  if (!serviceSources.includes(source)) return source;
  if (source !== current?.source) return null;
  // Whom a page made, a keyed call speaks for: no later one is to take that back.
  return marketing === current.marketing && source !== 'public_stitch' ? source : 'api';
}

/** Whether the link of a message may take an opt-out back: only one that was said by a link (contract, section 10). */
export const isUndoneByLink = ({ marketing, source }: Consent): boolean => !marketing && source === 'unsubscribe_link';
