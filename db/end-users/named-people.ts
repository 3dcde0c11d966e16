import { erasedNameHash } from '../../domain/erasure/erased';
import { idPrefixes } from '../../domain/ids';
import { acquireLock } from '../connection/advisory-locks';
import { newId } from '../connection/ids';
import { preparedRows } from '../connection/statements';
import type { Database } from '../connection/pool';
import { findErasedNames, type ErasedNames } from '../erasure/erased-names';
import { confirmPublicLeads } from './public-leads';

/** Finds the people that authenticated events name, by address or by id. */

export interface PersonName {
  workspaceId: string;
  /** A lead's id, or the customer's own id of a person. */
  userId: string | null;
  /** Trimmed and in lower case. */
  email: string | null;
}

interface Match {
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
const isOwnId = (userId: string): boolean => userId.startsWith(`${idPrefixes.endUser}_`);

/** The person that a name refers to. The name of an erased person must not be stored with the event. */
export interface NamedPerson {
  endUserId: string | null;
  isErased: boolean;
  /** Whether the user id and the address belong to different people. */
  isConflict?: true;
}

const conflicting: NamedPerson = { endUserId: null, isErased: false, isConflict: true };

const isConflict = ({ byUserId, byEmail }: Match): boolean =>
  byUserId !== null && byEmail !== null && byUserId !== byEmail;

/** Removes duplicate names and sorts them by key. */
const inOrder = (names: readonly PersonName[]): PersonName[] =>
  [...new Map(names.map((name) => [nameKey(name), name]))].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);

/** The people of names, by {@link nameKey}, and the people to create together with their events. */
export interface PeopleAndNew {
  people: ReadonlyMap<string, NamedPerson>;
  created: readonly NewPerson[];
}

/** A person to create, unless the address has one by then. */
export interface NewPerson {
  workspaceId: string;
  id: string;
  email: string | null;
  /** Hash of the address in hexadecimal, which identifies it if it belonged to an erased person. */
  hash: string;
}

/**
 * Finds the people of names with one read: known people, and new people with only an address. The statement that stores
 * the result has to check that the known people still exist, and that the addresses are not those of erased people.
 * @param pepper the installation's secret for hashes
 * @returns null if this needs more reads or writes: use {@link resolvePeople}
 */
export async function findPeople(
  database: Database,
  pepper: string,
  names: readonly PersonName[],
): Promise<PeopleAndNew | null> {
  const people = new Map<string, NamedPerson>();
  const created: NewPerson[] = [];
  for (const match of await findMatches(database, inOrder(names))) {
    const { name } = match;
    const { workspaceId, userId, email } = name;
    if (isConflict(match)) return null;
    const settled = settledPerson(match);
    if (settled !== undefined && namesNotFound(match).length === 0 && confirmedBy(match).length === 0) {
      people.set(nameKey(name), settled);
    } else if (userId === null && email !== null && match.byEmail === null) {
      const id = newId('endUser');
      people.set(nameKey(name), { endUserId: id, isErased: false });
      const hash = erasedNameHash(pepper, { workspaceId, kind: 'email', value: email }).toString('hex');
      created.push({ workspaceId, id, email, hash });
    } else return null;
  }
  return { people, created };
}

/**
 * Finds the people of names, by {@link nameKey}, and creates new ones for an address, a customer's own id, or both. If
 * a user id and an address belong to different people, the name is a conflict and has no person. A person without an
 * address gets the given one if no one else has it. Names of erased people do not create people and are not assigned.
 * @param pepper the installation's secret for hashes
 */
export async function resolvePeople(
  transaction: Database,
  pepper: string,
  names: readonly PersonName[],
): Promise<Map<string, NamedPerson>> {
  const people = new Map<string, NamedPerson>();
  const unsettled: PersonName[] = [];
  const unknownAddresses: PersonName[] = [];
  const found = await findMatches(transaction, inOrder(names));
  for (const { name } of found.filter(isConflict)) people.set(nameKey(name), conflicting);
  const matches = found.filter((match) => !isConflict(match));
  const isErased = await findErasedNames(transaction, pepper, matches.flatMap(namesNotFound));
  await confirmPublicLeads(transaction, matches.flatMap(confirmedBy));
  for (const match of matches) {
    const settled = settledAsErased(match, isErased) ?? settledPerson(match);
    if (settled !== undefined) people.set(nameKey(match.name), settled);
    else if (isAddressOnly(match.name) && match.byUserId === null) unknownAddresses.push(match.name);
    else unsettled.push(match.name);
  }
  // Process in key order, so that concurrent writers of the same people wait for each other instead of deadlocking.
  for (const name of unsettled.sort((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1))) {
    people.set(nameKey(name), await settle(transaction, name));
  }
  const ofAddresses = await createPeople(transaction, unknownAddresses);
  for (const name of unknownAddresses) {
    people.set(nameKey(name), { endUserId: personOf(ofAddresses, name), isErased: false });
  }
  return people;
}

type Address = Pick<PersonName, 'workspaceId' | 'email'>;

/** Returns whether a person is known only by an address, so that no id of the customer has to be stored. */
const isAddressOnly = ({ userId, email }: PersonName): boolean =>
  email !== null && (userId === null || isOwnId(userId));

const addressKey = ({ workspaceId, email }: Address): string => JSON.stringify([workspaceId, email]);

/**
 * Finds the people of addresses and creates missing ones with a single statement. A null address creates a person
 * without one. A public lead (./public-leads.ts) gets the consent of people that an authenticated call names.
 * @returns their ids by {@link addressKey}
 */
async function createPeople(transaction: Database, names: readonly Address[]): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  // Use a fixed order, so that writers of the same people wait for each other.
  const distinct = [...new Map(names.map((name) => [addressKey(name), name]))].sort(([a], [b]) => (a < b ? -1 : 1));
  const given = distinct.map(([, { workspaceId, email }]) => ({ workspaceId, email, id: newId('endUser') }));
  const rows = await preparedRows<Address & { id: string }>(
    transaction,
    'create-people',
    `insert into end_users as u (workspace_id, id, email)
     select "workspaceId", id, email from json_to_recordset(?::json) as g ("workspaceId" text, id text, email text)
     on conflict (workspace_id, email) where email is not null do update
       set email = excluded.email,
           marketing_consent = u.marketing_consent or coalesce(u.consent_source = 'public_stitch', false),
           consent_at = case when u.consent_source = 'public_stitch' then now() else u.consent_at end,
           consent_source = case when u.consent_source = 'public_stitch' then 'keyed_call' else u.consent_source end
     returning workspace_id as "workspaceId", email, id`,
    [JSON.stringify(given)],
  );
  return new Map(rows.map((row) => [addressKey(row), row.id]));
}

/** Returns the person of a name that was passed to {@link createPeople}. */
function personOf(people: ReadonlyMap<string, string>, name: Address): string {
  const id = people.get(addressKey(name));
  if (id === undefined) throw new Error('A person was not created.');
  return id;
}

/** Returns the public lead that a match names, if any. The id takes precedence over the address. */
function confirmedBy({ name: { workspaceId }, byUserId, byEmail, publicLeads }: Match) {
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
function namesNotFound({ name, byUserId, hasEmail, byEmail }: Match) {
  if (byUserId !== null) return hasEmail || byEmail !== null ? [] : addressName(name);
  return byEmail === null ? [...idName(name), ...addressName(name)] : idName(name);
}

/**
 * Resolves a match that has a name of an erased person: to the other person that it names, or to no person. Returns
 * undefined if it has no such name.
 */
function settledAsErased(match: Match, isErased: ErasedNames): NamedPerson | undefined {
  if (!namesNotFound(match).some(isErased)) return undefined;
  if (match.byUserId !== null) return { endUserId: match.byUserId, isErased: false };
  return { endUserId: match.byEmail, isErased: true };
}

async function findMatches(transaction: Database, names: readonly PersonName[]): Promise<Match[]> {
  if (names.length === 0) return [];
  const rows = await preparedRows<Omit<Match, 'name'> & { place: number }>(
    transaction,
    'find-people',
    `select n.place, coalesce(u.id, p.id) as "byUserId", coalesce(u.email, p.email) is not null as "hasEmail",
              e.id as "byEmail",
              array_remove(array[case when coalesce(u.consent_source, p.consent_source) = 'public_stitch' then coalesce(u.id, p.id) end,
                                 case when e.consent_source = 'public_stitch' then e.id end], null) as "publicLeads"
         from json_to_recordset(?::json) as n (place int, "workspaceId" text, "userId" text, email text)
         left join end_users u on u.workspace_id = n."workspaceId" and u.id = n."userId"
         left join end_user_external_ids x on x.workspace_id = n."workspaceId" and x.external_id = n."userId"
         left join end_users p on p.workspace_id = x.workspace_id and p.id = x.end_user_id
         left join end_users e on e.workspace_id = n."workspaceId" and e.email = n.email`,
    [JSON.stringify(names.map((name, place) => ({ ...name, place })))],
  );
  return rows.map(({ place, ...match }) => ({ ...match, name: names[place] as PersonName }));
}

/** Returns the person if no write is needed to resolve them, otherwise undefined. */
function settledPerson({ name: { userId, email }, byUserId, hasEmail, byEmail }: Match): NamedPerson | undefined {
  const known = (endUserId: string | null): NamedPerson => ({ endUserId, isErased: false });
  if (byUserId !== null) return email === null || hasEmail || byEmail !== null ? known(byUserId) : undefined;
  if (userId !== null && !isOwnId(userId)) return undefined;
  if (email === null) return known(null);
  return byEmail === null ? undefined : known(byEmail);
}

async function settle(transaction: Database, name: PersonName): Promise<NamedPerson> {
  const { workspaceId, email } = name;
  const externalId = name.userId === null || isOwnId(name.userId) ? null : name.userId;
  if (externalId !== null) {
    // One writer at a time creates the person of an id; the others then find it.
    await acquireLock(transaction, `person ${workspaceId} ${externalId}`);
  }
  const [match] = await findMatches(transaction, [name]);
  // An earlier name of the same batch may have taken the id or the address.
  if (match !== undefined && isConflict(match)) return conflicting;
  if (match !== undefined && match.byUserId !== null) {
    if (email !== null && !match.hasEmail && match.byEmail === null) await giveAddress(transaction, match);
    return { endUserId: match.byUserId, isErased: false };
  }
  const id = personOf(await createPeople(transaction, [name]), name);
  if (externalId !== null) {
    await transaction('end_user_external_ids').insert({
      workspace_id: workspaceId,
      external_id: externalId,
      end_user_id: id,
    });
  }
  return { endUserId: id, isErased: false };
}

async function giveAddress(transaction: Database, { name, byUserId }: Match): Promise<void> {
  await transaction('end_users')
    .where({ workspace_id: name.workspaceId, id: byUserId, email: null })
    .update({ email: name.email, updated_at: transaction.fn.now() });
}
