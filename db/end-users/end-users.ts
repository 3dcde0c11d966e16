import type { Consent, NewConsent } from '../../domain/end-users/consent';
import type { JsonObject } from '../../domain/json/schemas';
import { newId } from '../connection/ids';
import { newestPage, type IdPage } from '../connection/pages';
import { preparedAs, type Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { rowsOf, runPrepared } from '../connection/statements';
import { confirmPublicLead } from './public-leads';
import { patternsOf } from './search';

/** A known person: a lead, and the subject of a journey. */
export interface EndUser {
  workspaceId: string;
  id: string;
  email: string | null;
  attributes: JsonObject;
  timezone: string | null;
  locale: string | null;
  consent: Consent;
  createdAt: Date;
  updatedAt: Date;
}

export type EndUserRow = Omit<EndUser, 'consent'> & {
  marketingConsent: boolean;
  /** Null for rows from before sources were recorded. */
  consentSource: string | null;
  consentAt: Date | null;
};

export const endUserColumns = columnsOf<EndUserRow>()(
  'workspaceId',
  'id',
  'email',
  'attributes',
  'timezone',
  'locale',
  'marketingConsent',
  'consentSource',
  'consentAt',
  'createdAt',
  'updatedAt',
);

export const endUserFromRow = ({ marketingConsent, consentSource, consentAt, ...row }: EndUserRow): EndUser => ({
  ...row,
  consent: { marketing: marketingConsent, source: consentSource ?? 'unknown', at: consentAt ?? row.createdAt },
});

export type NewEndUser = Pick<EndUser, 'workspaceId' | 'email' | 'attributes' | 'timezone' | 'locale'> & {
  consent: NewConsent;
};

/**
 * Stores a person.
 * @throws the database's unique violation if the address is taken in this workspace
 */
export async function insertEndUser(database: Database, endUser: NewEndUser): Promise<EndUser> {
  const rows = await database('end_users')
    .insert({
      workspace_id: endUser.workspaceId,
      id: newId('endUser'),
      email: endUser.email,
      attributes: JSON.stringify(endUser.attributes),
      timezone: endUser.timezone,
      locale: endUser.locale,
      ...consentAs(database, endUser.consent),
    })
    .returning<EndUserRow[]>(endUserColumns);
  return endUserFromRow(rows[0] as EndUserRow);
}

export async function findEndUser(database: Database, workspaceId: string, id: string): Promise<EndUser | null> {
  const row = await database('end_users')
    .where({ workspace_id: workspaceId, id })
    .options(preparedAs(database, 'find-end-user'))
    .first<EndUserRow | undefined>(endUserColumns);
  return row === undefined ? null : endUserFromRow(row);
}

/** Returns the current time of the server and the person's timezone, or UTC if it is not known. */
export async function readLocalTime(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<{ now: Date; timezone: string }> {
  const { rows } = await runPrepared<{ now: Date; timezone: string | null }>(
    database,
    {
      name: 'read-local-time',
      text: 'select now() as now, (select timezone from end_users where workspace_id = $1 and id = $2) as timezone',
    },
    [workspaceId, id],
  );
  return { now: rows[0]!.now, timezone: rows[0]!.timezone ?? 'UTC' };
}

/** Finds people by id. Ids that do not exist are omitted. */
export async function findEndUsers(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, EndUser>> {
  const rows = await database('end_users')
    .where({ workspace_id: workspaceId })
    .whereIn('id', [...new Set(ids)])
    .select<EndUserRow[]>(endUserColumns);
  return new Map(rows.map((row) => [row.id, endUserFromRow(row)]));
}

/** Finds the addresses of people by id. People who have no address or were erased are omitted. */
export async function findEmails(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database('end_users')
    .where({ workspace_id: workspaceId })
    .whereIn('id', [...new Set(ids)])
    .whereNotNull('email')
    .select<{ id: string; email: string }[]>('id', 'email');
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** Finds a person and locks their record until the transaction ends. */
export async function lockEndUser(transaction: Database, workspaceId: string, id: string): Promise<EndUser | null> {
  const row = await transaction('end_users')
    .where({ workspace_id: workspaceId, id })
    .forNoKeyUpdate()
    .first<EndUserRow | undefined>(endUserColumns);
  return row === undefined ? null : endUserFromRow(row);
}

/** Finds people like {@link findEndUsers}, and locks them against erasure until the transaction ends. */
export async function lockEndUsers(
  transaction: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, EndUser>> {
  const rows = await transaction('end_users')
    .where({ workspace_id: workspaceId })
    .whereIn('id', [...new Set(ids)])
    // Lock in the order of ids to prevent deadlocks.
    .orderBy('id')
    .forKeyShare()
    .select<EndUserRow[]>(endUserColumns);
  return new Map(rows.map((row) => [row.id, endUserFromRow(row)]));
}

export interface PeoplePage extends IdPage {
  /** Only the person with this address. */
  email?: string | undefined;
  /** Words, each of which is part of the address, the id or a searched attribute. */
  search?: string | undefined;
}

/** Lists one page, newest first. */
export async function listEndUsers(database: Database, workspaceId: string, page: PeoplePage): Promise<EndUser[]> {
  const query = database('end_users').where({ workspace_id: workspaceId });
  if (page.email !== undefined) query.where({ email: page.email });
  for (const pattern of patternsOf(page.search ?? '')) query.where('search_text', 'like', pattern);
  const rows = await newestPage(query, page).select<EndUserRow[]>(endUserColumns);
  return rows.map(endUserFromRow);
}

export interface EndUserChanges {
  email?: string | null | undefined;
  /** Attributes to set. Null removes an attribute; other attributes stay. */
  attributes?: JsonObject | undefined;
  timezone?: string | null | undefined;
  locale?: string | null | undefined;
  consent?: NewConsent | undefined;
  /** Who changes it, for the history: the id of a user, key or journey. Needs a transaction. */
  by?: string | undefined;
}

/**
 * Updates the given fields in one statement, so that concurrent writers of different attributes do not overwrite each
 * other. Naming a person also confirms a person that a page created ({@link confirmPublicLead}).
 * @returns null if the person does not exist
 * @throws the database's unique violation if the address is taken in this workspace
 */
export async function updateEndUser(
  database: Database,
  { workspaceId, id }: Pick<EndUser, 'workspaceId' | 'id'>,
  { attributes = {}, consent, by, ...changes }: EndUserChanges,
): Promise<EndUser | null> {
  // The trigger that writes the history reads it.
  if (by !== undefined) await database.raw(`select set_config('apex.actor', ?, true)`, [by]);
  const removed = Object.keys(attributes).filter((name) => attributes[name] === null);
  // A person that a page created can receive email once they are named without a statement about consent.
  if (consent === undefined) await confirmPublicLead(database, workspaceId, { id });
  const [row] = await database('end_users')
    .where({ workspace_id: workspaceId, id })
    .update({
      email: changes.email,
      timezone: changes.timezone,
      locale: changes.locale,
      ...(consent === undefined ? {} : consentAs(database, consent)),
      attributes: database.raw('(attributes || ?::jsonb) - ?::text[]', [JSON.stringify(attributes), removed]),
      updated_at: database.fn.now(),
    })
    .returning<EndUserRow[]>(endUserColumns);
  return row === undefined ? null : endUserFromRow(row);
}

const consentAs = (database: Database, { marketing, source, at }: NewConsent) => ({
  marketing_consent: marketing,
  consent_source: source,
  consent_at: at === null ? database.fn.now() : database.raw('least(?::timestamptz, now())', [at]),
});

/**
 * Opts a person out through an unsubscribe link. An existing opt-out from another source keeps its source, so that no
 * link can undo it.
 * @returns whether anything changed
 */
export async function unsubscribeByLink(database: Database, workspaceId: string, id: string): Promise<boolean> {
  const changed = await database('end_users')
    .where({ workspace_id: workspaceId, id })
    .whereRaw(`(marketing_consent or consent_source = 'public_stitch')`)
    .update(consentNow(database, { marketing: false, source: 'unsubscribe_link' }));
  return changed > 0;
}

/**
 * Reverts an opt-out that was made through a link, and no other.
 * @returns whether there was one
 */
export async function resubscribeByLink(database: Database, workspaceId: string, id: string): Promise<boolean> {
  const changed = await database('end_users')
    .where({ workspace_id: workspaceId, id, marketing_consent: false, consent_source: 'unsubscribe_link' })
    .update(consentNow(database, { marketing: true, source: 'resubscribe_link' }));
  return changed > 0;
}

/**
 * Opts out the person who complained, by id or address. Existing opt-outs are changed to a complaint too, so that no
 * link can undo them.
 */
export async function optOutByComplaint(
  database: Database,
  { workspaceId, id, emails }: { workspaceId: string; id: string | null; emails: readonly string[] },
): Promise<void> {
  await database('end_users')
    .where({ workspace_id: workspaceId })
    .whereRaw('(id = ? or email = any(?))', [id ?? '', [...emails]])
    .whereRaw(`(marketing_consent or consent_source is distinct from 'complaint')`)
    .update(consentNow(database, { marketing: false, source: 'complaint' }));
}

const consentNow = (database: Database, consent: Omit<Consent, 'at'>) => ({
  ...consentAs(database, { ...consent, at: null }),
  updated_at: database.fn.now(),
});

export async function deleteEndUser(transaction: Database, workspaceId: string, id: string): Promise<void> {
  await transaction('end_users').where({ workspace_id: workspaceId, id }).delete();
}

/** People whose attributes are sampled, the newest first. */
const sampledPeople = 1_000;
const maxAttributeNames = 500;

/** Lists names of attributes that recently created people have, the most frequent first. */
export async function listAttributeNames(database: Database, workspaceId: string): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    database.raw(
      `select name from (
         select attributes from end_users where workspace_id = ? order by created_at desc limit ${sampledPeople}) p
         cross join lateral jsonb_object_keys(attributes) name
        group by name order by count(*) desc, name limit ${maxAttributeNames}`,
      [workspaceId],
    ),
  );
  return rows.map(({ name }) => name);
}
