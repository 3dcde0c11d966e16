import type { JsonObject } from '../domain/json/schemas';
import { newId, type Database } from './connection';

/** A known person: a lead, and a journey's subject. */
export interface EndUser {
  workspaceId: string;
  id: string;
  email: string | null;
  attributes: JsonObject;
  timezone: string | null;
  locale: string | null;
  marketingConsent: boolean;
  createdAt: Date;
  updatedAt: Date;
}

interface EndUserRow {
  workspace_id: string;
  id: string;
  email: string | null;
  attributes: JsonObject;
  timezone: string | null;
  locale: string | null;
  marketing_consent: boolean;
  created_at: Date;
  updated_at: Date;
}

const endUserFromRow = (row: EndUserRow): EndUser => ({
  workspaceId: row.workspace_id,
  id: row.id,
  email: row.email,
  attributes: row.attributes,
  timezone: row.timezone,
  locale: row.locale,
  marketingConsent: row.marketing_consent,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export type NewEndUser = Pick<
  EndUser,
  'workspaceId' | 'email' | 'attributes' | 'timezone' | 'locale' | 'marketingConsent'
>;

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
      marketing_consent: endUser.marketingConsent,
    })
    .returning<EndUserRow[]>('*');
  return endUserFromRow(rows[0] as EndUserRow);
}

export async function findEndUser(database: Database, workspaceId: string, id: string): Promise<EndUser | null> {
  const row = await database('end_users').where({ workspace_id: workspaceId, id }).first<EndUserRow | undefined>();
  return row === undefined ? null : endUserFromRow(row);
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
    .select<EndUserRow[]>('*');
  return new Map(rows.map((row) => [row.id, endUserFromRow(row)]));
}

/** As {@link findEndUsers}, and held: they are not erased before the transaction ends. */
export async function holdEndUsers(
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
    .select<EndUserRow[]>('*');
  return new Map(rows.map((row) => [row.id, endUserFromRow(row)]));
}

/** One page, newest first. @param page.before the id that the page before ended with; @param page.email only this address */
export async function listEndUsers(
  database: Database,
  workspaceId: string,
  page: { limit: number; before: string | null; email: string | null },
): Promise<EndUser[]> {
  const query = database('end_users').where({ workspace_id: workspaceId });
  if (page.email !== null) query.where({ email: page.email });
  if (page.before !== null) query.where('id', '<', page.before);
  const rows = await query.orderBy('id', 'desc').limit(page.limit).select<EndUserRow[]>('*');
  return rows.map(endUserFromRow);
}

export interface EndUserChanges {
  email?: string | null | undefined;
  /** Attributes to set; null removes one, and others stay. */
  attributes?: JsonObject | undefined;
  timezone?: string | null | undefined;
  locale?: string | null | undefined;
  marketingConsent?: boolean | undefined;
}

/**
 * Writes what is given, in one statement: of two writers of different attributes, neither undoes the other.
 * @returns null when there is no such person
 * @throws the database's unique violation when the address is taken in this workspace
 */
export async function updateEndUser(
  database: Database,
  { workspaceId, id }: Pick<EndUser, 'workspaceId' | 'id'>,
  { attributes = {}, ...changes }: EndUserChanges,
): Promise<EndUser | null> {
  const removed = Object.keys(attributes).filter((name) => attributes[name] === null);
  const [row] = await database('end_users')
    .where({ workspace_id: workspaceId, id })
    .update({
      email: changes.email,
      timezone: changes.timezone,
      locale: changes.locale,
      marketing_consent: changes.marketingConsent,
      attributes: database.raw('(attributes || ?::jsonb) - ?::text[]', [JSON.stringify(attributes), removed]),
      updated_at: database.fn.now(),
    })
    .returning<EndUserRow[]>('*');
  return row === undefined ? null : endUserFromRow(row);
}

/** @returns whether the person consented until now */
export const withdrawMarketingConsent = (database: Database, workspaceId: string, id: string): Promise<boolean> =>
  changeConsent(database, { workspace_id: workspaceId, id }, false);

/** @returns whether the person did not consent until now */
export const restoreMarketingConsent = (database: Database, workspaceId: string, id: string): Promise<boolean> =>
  changeConsent(database, { workspace_id: workspaceId, id }, true);

async function changeConsent(
  database: Database,
  person: Pick<EndUserRow, 'workspace_id' | 'id'>,
  marketingConsent: boolean,
): Promise<boolean> {
  const changed = await database('end_users')
    .where({ ...person, marketing_consent: !marketingConsent })
    .update({ marketing_consent: marketingConsent, updated_at: database.fn.now() });
  return changed > 0;
}
