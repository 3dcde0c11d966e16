/**
 * Sources of a person's consent to marketing mail that only the service records.
 * - `default`: a keyed call created the person without consent data
 * - `public_stitch`: a page created the person, and no keyed call has named them since
 * - `keyed_call`: a keyed call named a person that a page had created
 * - `unsubscribe_link`, `resubscribe_link`: the reader's own choice, through the link in a message
 * - `complaint`: the reader reported a message as spam
 * - `unknown`: from before sources were recorded
 *
 * If a keyed call gives or withdraws consent, the source is the caller's own text, or `api`.
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

/** The consent data of a keyed call. */
export interface ConsentChange {
  marketing: boolean;
  source?: string | undefined;
  /** ISO 8601. */
  at?: string | undefined;
}

/** `at` is null for the time of writing. */
export type NewConsent = Omit<Consent, 'at'> & { at: Date | null };

/**
 * Returns the consent after a keyed call. A record sent back unchanged changes nothing. If only `marketing` differs,
 * the record's time and service source do not apply to the change: it happens now.
 * @param current null for a new person
 * @returns null if the source is one that only the service records
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
  // A keyed call vouches for a person that a page created, so `public_stitch` becomes `api` and cannot return.
  return marketing === current.marketing && source !== 'public_stitch' ? source : 'api';
}

/**
 * Checks whether the link in a message may revert an opt-out. Only an opt-out through a link can be reverted this way.
 */
export const isUndoneByLink = ({ marketing, source }: Consent): boolean => !marketing && source === 'unsubscribe_link';
