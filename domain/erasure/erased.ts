import { createHmac } from 'node:crypto';

/** What remains of an erased person: a keyed hash of each name, and a pseudonym that cannot be traced back. */

/** A name of a person in events: Apex's id, the customer's own id, or an address. */
export interface ErasableName {
  workspaceId: string;
  kind: 'id' | 'email';
  /** Addresses are trimmed and in lower case. */
  value: string;
}

/**
 * Returns the hash that identifies an erased name. Without the pepper, names cannot be guessed from it. The same name
 * has different hashes in two workspaces.
 * @param pepper the installation's secret for hashes
 */
export function erasedNameHash(pepper: string, { workspaceId, kind, value }: ErasableName): Buffer {
  return createHmac('sha256', pepper)
    .update(JSON.stringify(['erased name', workspaceId, kind, value]))
    .digest();
}

/** Returns the hash of a name. */
export type NameHash = (name: ErasableName) => Buffer;

export const hashesWith =
  (pepper: string): NameHash =>
  (name) =>
    erasedNameHash(pepper, name);

const pseudonymPrefix = 'erased_';

/**
 * Creates the pseudonym of a person or visitor from random bytes. It keeps the rows of an erased person together
 * without identifying the person.
 */
export const pseudonymOf = (random: Buffer): string => `${pseudonymPrefix}${random.toString('hex')}`;

/** Returns a person's id for the API. All erased people have the id `erased`. */
export const shownEndUserId = (id: string): string => (id.startsWith(pseudonymPrefix) ? 'erased' : id);
