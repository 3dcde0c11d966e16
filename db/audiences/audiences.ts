import type { Condition } from '../../domain/conditions/schemas';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';
import { findJourneysWith, type JourneyName } from '../journeys/journey-references';

/** A segment of people, given by a condition. Who is in it is asked anew each time. */
export interface Audience {
  workspaceId: string;
  id: string;
  name: string;
  condition: Condition;
  createdAt: Date;
  updatedAt: Date;
}

interface AudienceRow {
  workspace_id: string;
  id: string;
  name: string;
  condition: Condition;
  created_at: Date;
  updated_at: Date;
}

const fromRow = (row: AudienceRow): Audience => ({
  workspaceId: row.workspace_id,
  id: row.id,
  name: row.name,
  condition: row.condition,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export async function insertAudience(
  database: Database,
  audience: Pick<Audience, 'workspaceId' | 'name' | 'condition'>,
): Promise<Audience> {
  const rows = await database('audiences')
    .insert({
      workspace_id: audience.workspaceId,
      id: newId('audience'),
      name: audience.name,
      condition: JSON.stringify(audience.condition),
    })
    .returning<AudienceRow[]>('*');
  return fromRow(rows[0] as AudienceRow);
}

export async function findAudience(database: Database, workspaceId: string, id: string): Promise<Audience | null> {
  const row = await database('audiences').where({ workspace_id: workspaceId, id }).first<AudienceRow | undefined>();
  return row === undefined ? null : fromRow(row);
}

/** One page, newest first. @param page.before the id that the page before ended with */
export async function listAudiences(
  database: Database,
  workspaceId: string,
  page: { limit: number; before: string | null },
): Promise<Audience[]> {
  const query = database('audiences').where({ workspace_id: workspaceId });
  if (page.before !== null) query.where('id', '<', page.before);
  const rows = await query.orderBy('id', 'desc').limit(page.limit).select<AudienceRow[]>('*');
  return rows.map(fromRow);
}

/** Writes the fields that are given. @returns null when there is no such audience */
export async function updateAudience(
  database: Database,
  { workspaceId, id }: Pick<Audience, 'workspaceId' | 'id'>,
  { name, condition }: { name?: string | undefined; condition?: Condition | undefined },
): Promise<Audience | null> {
  const [row] = await database('audiences')
    .where({ workspace_id: workspaceId, id })
    .update({
      name,
      condition: condition === undefined ? undefined : JSON.stringify(condition),
      updated_at: database.fn.now(),
    })
    .returning<AudienceRow[]>('*');
  return row === undefined ? null : fromRow(row);
}

/** The audience, locked until the transaction ends, so that a published version may name it. */
export async function lockAudience(transaction: Database, workspaceId: string, id: string): Promise<Audience | null> {
  const row = await transaction('audiences')
    .where({ workspace_id: workspaceId, id })
    .forKeyShare()
    .first<AudienceRow | undefined>();
  return row === undefined ? null : fromRow(row);
}

/** Deletes an audience that no published version names. @returns the journeys that keep it; null when there is no such audience */
export async function deleteAudience(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<JourneyName[] | null> {
  const audience = transaction('audiences').where({ workspace_id: workspaceId, id });
  if ((await audience.clone().forUpdate().first('id')) === undefined) return null;
  const users = await findJourneysWith(transaction, workspaceId, { audience_id: id });
  if (users.length === 0) await audience.delete();
  return users;
}
