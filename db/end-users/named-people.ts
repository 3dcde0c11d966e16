import { erasedNameHash, type NameHash } from '../../domain/erasure/erased';
import {
  confirmedBy,
  conflictingPerson,
  isAddressOnly,
  isConflict,
  isOwnId,
  nameKey,
  namesNotFound,
  settledAsErased,
  settledPerson,
  type NamedPerson,
  type PersonMatch,
  type PersonName,
} from '../../domain/identity/named-person';
import { acquireLock } from '../connection/advisory-locks';
import { newId } from '../connection/ids';
import { preparedRows } from '../connection/statements';
import type { Database } from '../connection/pool';
import { findErasedNames } from '../erasure/erased-names';
import { confirmPublicLeads } from './public-leads';

/** Finds the people that authenticated events name (domain/identity/named-person.ts), and creates missing ones. */

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
 * @param hashOf hashes names, to recognize those of erased people
 */
export async function resolvePeople(
  transaction: Database,
  hashOf: NameHash,
  names: readonly PersonName[],
): Promise<Map<string, NamedPerson>> {
  const people = new Map<string, NamedPerson>();
  const unsettled: PersonName[] = [];
  const unknownAddresses: PersonName[] = [];
  const found = await findMatches(transaction, inOrder(names));
  for (const { name } of found.filter(isConflict)) people.set(nameKey(name), conflictingPerson);
  const matches = found.filter((match) => !isConflict(match));
  const isErased = await findErasedNames(transaction, hashOf, matches.flatMap(namesNotFound));
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

async function findMatches(transaction: Database, names: readonly PersonName[]): Promise<PersonMatch[]> {
  if (names.length === 0) return [];
  const rows = await preparedRows<Omit<PersonMatch, 'name'> & { place: number }>(
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

async function settle(transaction: Database, name: PersonName): Promise<NamedPerson> {
  const { workspaceId, email } = name;
  const externalId = name.userId === null || isOwnId(name.userId) ? null : name.userId;
  if (externalId !== null) {
    // One writer at a time creates the person of an id; the others then find it.
    await acquireLock(transaction, `person ${workspaceId} ${externalId}`);
  }
  const [match] = await findMatches(transaction, [name]);
  // An earlier name of the same batch may have taken the id or the address.
  if (match !== undefined && isConflict(match)) return conflictingPerson;
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

async function giveAddress(transaction: Database, { name, byUserId }: PersonMatch): Promise<void> {
  await transaction('end_users')
    .where({ workspace_id: name.workspaceId, id: byUserId, email: null })
    .update({ email: name.email, updated_at: transaction.fn.now() });
}
