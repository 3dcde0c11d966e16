import type { ErasableName } from '../erasure/erased';
import { idPrefixes } from '../ids';

/** Decides which person an authenticated event names, by address, by id, or both. */

export interface PersonName {
  workspaceId: string;
  /** A lead's id, or the customer's own id of a person. */
  userId: string | null;
  /** Trimmed and in lower case. */
  email: string | null;
}

/** The known people that a name refers to. */
export interface PersonMatch {
  name: PersonName;
  byUserId: string | null;
  /** Whether the person found by the user id has an address. */
  hasEmail: boolean;
  byEmail: string | null;
  /** The matched people that only pages have named so far. */
  publicLeads: string[];
}

export const nameKey = ({ workspaceId, userId, email }: PersonName): string =>
  JSON.stringify([workspaceId, userId, email]);

/** Ids in our own format are never treated as a customer's id: an unknown one matches no person. */
export const isOwnId = (userId: string): boolean => userId.startsWith(`${idPrefixes.endUser}_`);

/** The person that a name refers to. The name of an erased person must not be stored with the event. */
export interface NamedPerson {
  endUserId: string | null;
  isErased: boolean;
  /** Whether the user id and the address belong to different people. */
  isConflict?: true;
}

export const conflictingPerson: NamedPerson = { endUserId: null, isErased: false, isConflict: true };

/** Returns whether the user id and the address belong to different people. Nothing is linked then. */
export const isConflict = ({ byUserId, byEmail }: PersonMatch): boolean =>
  byUserId !== null && byEmail !== null && byUserId !== byEmail;

/** Returns whether a person is known only by an address, so that no id of the customer has to be stored. */
export const isAddressOnly = ({ userId, email }: PersonName): boolean =>
  email !== null && (userId === null || isOwnId(userId));

/** Returns the public lead that a match names, if any. The id takes precedence over the address. */
export function confirmedBy({ name: { workspaceId }, byUserId, byEmail, publicLeads }: PersonMatch) {
  const endUserId = byUserId ?? byEmail;
  return endUserId !== null && publicLeads.includes(endUserId) ? [{ workspaceId, endUserId }] : [];
}

const idName = ({ workspaceId, userId }: PersonName) =>
  userId === null ? [] : [{ workspaceId, kind: 'id' as const, value: userId }];

const addressName = ({ workspaceId, email }: PersonName) =>
  email === null ? [] : [{ workspaceId, kind: 'email' as const, value: email }];

/**
 * Returns the names of a match that would be assigned to a new or known person. Only these can belong to an erased
 * person.
 */
export function namesNotFound({ name, byUserId, hasEmail, byEmail }: PersonMatch) {
  if (byUserId !== null) return hasEmail || byEmail !== null ? [] : addressName(name);
  return byEmail === null ? [...idName(name), ...addressName(name)] : idName(name);
}

/**
 * Resolves a match that has a name of an erased person: to the other person that it names, or to no person. Returns
 * undefined if it has no such name.
 */
export function settledAsErased(
  match: PersonMatch,
  isErased: (name: ErasableName) => boolean,
): NamedPerson | undefined {
  if (!namesNotFound(match).some(isErased)) return undefined;
  if (match.byUserId !== null) return { endUserId: match.byUserId, isErased: false };
  return { endUserId: match.byEmail, isErased: true };
}

/** Returns the person if no write is needed to resolve them, otherwise undefined. */
export function settledPerson({
  name: { userId, email },
  byUserId,
  hasEmail,
  byEmail,
}: PersonMatch): NamedPerson | undefined {
  const known = (endUserId: string | null): NamedPerson => ({ endUserId, isErased: false });
  if (byUserId !== null) return email === null || hasEmail || byEmail !== null ? known(byUserId) : undefined;
  if (userId !== null && !isOwnId(userId)) return undefined;
  if (email === null) return known(null);
  return byEmail === null ? undefined : known(byEmail);
}
