import type { Consent, NewConsent } from '../../domain/end-users/consent';
import type { JsonObject } from '../../domain/json/schemas';
import { newId } from '../connection/ids';
import { newestPage, type IdPage } from '../connection/pages';
import { preparedAs, type Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { prepareStatement, runPrepared } from '../connection/statements';
import { confirmPublicLead } from './public-leads';

/** A known person: a lead, and a journey's subject. */
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
  /** Null of rows from before sources were recorded. */
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

/** @throws the database's unique violation when the address is taken in this workspace */
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

const readTime = prepareStatement(
  'read-local-time',
  `select now() as now, (select timezone from end_users where workspace_id = :workspaceId and id = :id) as timezone`,
);

/** What time it is, by the server's clock, and in which timezone a person lives: UTC where that is not known. */
export async function readLocalTime(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<{ now: Date; timezone: string }> {
  const [row] = await runPrepared<{ now: Date; timezone: string | null }>(database, readTime, { workspaceId, id });
  return { now: row!.now, timezone: row!.timezone ?? 'UTC' };
}

/** The people of the ids that exist, by id. */
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

/** The addresses of the people of the ids, by id. Who has none, or was erased, is not in it. */
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

/** A person whose record does not change before the transaction ends. */
export async function lockEndUser(transaction: Database, workspaceId: string, id: string): Promise<EndUser | null> {
  const row = await transaction('end_users')
    .where({ workspace_id: workspaceId, id })
    .forNoKeyUpdate()
    .first<EndUserRow | undefined>(endUserColumns);
  return row === undefined ? null : endUserFromRow(row);
}

/** As {@link findEndUsers}, and held: they are not erased before the transaction ends. */
export async function lockEndUsers(
  transaction: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, EndUser>> {
  const rows = await transaction('end_users')
    .where({ workspace_id: workspaceId })
    .whereIn('id', [...new Set(ids)])
    // In the order of their ids, so that two who hold people do not wait in a circle.
    .orderBy('id')
    .forKeyShare()
    .select<EndUserRow[]>(endUserColumns);
  return new Map(rows.map((row) => [row.id, endUserFromRow(row)]));
}

/** One page, newest first. @param page.email only this address */
export async function listEndUsers(
  database: Database,
  workspaceId: string,
  page: IdPage & { email: string | null },
): Promise<EndUser[]> {
  const query = database('end_users').where({ workspace_id: workspaceId });
  if (page.email !== null) query.where({ email: page.email });
  const rows = await newestPage(query, page).select<EndUserRow[]>(endUserColumns);
  return rows.map(endUserFromRow);
}

export interface EndUserChanges {
  email?: string | null | undefined;
  /** Attributes to set; null removes one, and others stay. */
  attributes?: JsonObject | undefined;
  timezone?: string | null | undefined;
  locale?: string | null | undefined;
  consent?: NewConsent | undefined;
}

/**
 * Writes what is given, in one statement: of two writers of different attributes, neither undoes the other. To name a person is
 * to confirm one whom a page made ({@link confirmPublicLead}).
 * @returns null when there is no such person
 * @throws the database's unique violation when the address is taken in this workspace
 */
export async function updateEndUser(
  database: Database,
  { workspaceId, id }: Pick<EndUser, 'workspaceId' | 'id'>,
  { attributes = {}, consent, ...changes }: EndUserChanges,
): Promise<EndUser | null> {
  const removed = Object.keys(attributes).filter((name) => attributes[name] === null);
  // Who is named without a word about consent may be mailed from now on, when a page had made them.
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
 * Opts a person out as they asked by a link. An opt-out that was said otherwise stays what it is, so that no link undoes it.
 * @returns whether anything changed
 */
export async function unsubscribeByLink(database: Database, workspaceId: string, id: string): Promise<boolean> {
  const changed = await database('end_users')
    .where({ workspace_id: workspaceId, id })
    .whereRaw(`(marketing_consent or consent_source = 'public_stitch')`)
    .update(consentNow(database, { marketing: false, source: 'unsubscribe_link' }));
  return changed > 0;
}

/** Takes back an opt-out that was made by a link, and no other. @returns whether there was one */
export async function resubscribeByLink(database: Database, workspaceId: string, id: string): Promise<boolean> {
  const changed = await database('end_users')
    .where({ workspace_id: workspaceId, id, marketing_consent: false, consent_source: 'unsubscribe_link' })
    .update(consentNow(database, { marketing: true, source: 'resubscribe_link' }));
  return changed > 0;
}

/** Opts out the person who complained, by id or address: also those who opted out before, as no link may undo this. */
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

/** What conditions read of a person's record. */
export type PersonFacts = Pick<EndUser, 'id' | 'email' | 'timezone' | 'attributes'>;

/** One page of people, newest first. */
export async function listPeople(database: Database, workspaceId: string, page: IdPage): Promise<PersonFacts[]> {
  return newestPage(database('end_users').where({ workspace_id: workspaceId }), page).select<PersonFacts[]>(
    'id',
    'email',
    'timezone',
    'attributes',
  );
}
