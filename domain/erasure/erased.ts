import { createHmac } from 'node:crypto';

/** What is left of a person who was erased: a keyed hash of each name, and a pseudonym that cannot be traced back. */

/** A name that events use for a person: an id (ours or the customer's own), or an address. */
export interface ErasableName {
  workspaceId: string;
  kind: 'id' | 'email';
  /** Addresses trimmed and in lower case. */
  value: string;
}

/**
 * The hash by which a name is known to be an erased one. Without the pepper names cannot be tried out, and hashes of one name in
 * two workspaces differ.
 * @param pepper the installation's secret for hashes
 */
export function erasedNameHash(pepper: string, { workspaceId, kind, value }: ErasableName): Buffer {
  return createHmac('sha256', pepper)
    .update(JSON.stringify(['erased name', workspaceId, kind, value]))
    .digest();
}

const pseudonymPrefix = 'erased_';

/** A person's or visitor's stand-in, of random bytes: rows of one erased person still belong together, without identifying the person. */
export const pseudonymOf = (random: Buffer): string => `${pseudonymPrefix}${random.toString('hex')}`;

/** The id of a person as the API shows it: one that was erased is `erased`, whichever it was. */
export const shownEndUserId = (id: string): string => (id.startsWith(pseudonymPrefix) ? 'erased' : id);
