import type { Condition } from '../../domain/conditions/schemas';
import { newId } from '../connection/ids';
import { newestPage, type IdPage } from '../connection/pages';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { rowsOf } from '../connection/statements';
import { nextUpdatedAt } from '../connection/updated-at';
import { deleteUnlessReferenced, findJourneysWith, type JourneyName } from '../journeys/journey-references';

/** A group of people defined by a condition. Membership is evaluated each time it is needed. */
export interface Audience {
  workspaceId: string;
  id: string;
  name: string;
  condition: Condition;
  createdAt: Date;
  updatedAt: Date;
}

const columns = columnsOf<Audience>()('workspaceId', 'id', 'name', 'condition', 'createdAt', 'updatedAt');

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
    .returning<Audience[]>(columns);
  return rows[0] as Audience;
}

export async function findAudience(database: Database, workspaceId: string, id: string): Promise<Audience | null> {
  const row = await database('audiences').where({ workspace_id: workspaceId, id }).first<Audience | undefined>(columns);
  return row ?? null;
}

/** Lists one page, newest first. */
export async function listAudiences(database: Database, workspaceId: string, page: IdPage): Promise<Audience[]> {
  return newestPage(database('audiences').where({ workspace_id: workspaceId }), page).select<Audience[]>(columns);
}

/** Finds an audience and locks it against other writers until the transaction ends. */
export async function lockAudienceForUpdate(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<Audience | null> {
  const row = await transaction('audiences')
    .where({ workspace_id: workspaceId, id })
    .forNoKeyUpdate()
    .first<Audience | undefined>(columns);
  return row ?? null;
}

/** Updates the given fields. The caller holds the lock of the audience. */
export async function updateAudience(
  transaction: Database,
  { workspaceId, id }: Pick<Audience, 'workspaceId' | 'id'>,
  { name, condition }: { name?: string | undefined; condition?: Condition | undefined },
): Promise<Audience> {
  const rows = await transaction('audiences')
    .where({ workspace_id: workspaceId, id })
    .update({
      name,
      condition: condition === undefined ? undefined : JSON.stringify(condition),
      updated_at: nextUpdatedAt(transaction),
    })
    .returning<Audience[]>(columns);
  return rows[0] as Audience;
}

/** Finds an audience and locks it until the transaction ends, so that a published version can reference it. */
export async function lockAudience(transaction: Database, workspaceId: string, id: string): Promise<Audience | null> {
  const row = await transaction('audiences')
    .where({ workspace_id: workspaceId, id })
    .forKeyShare()
    .first<Audience | undefined>(columns);
  return row ?? null;
}

/**
 * Deletes an audience that no published version uses.
 * @returns the journeys that use it; null if the audience does not exist
 */
export function deleteAudience(transaction: Database, workspaceId: string, id: string): Promise<JourneyName[] | null> {
  return deleteUnlessReferenced(transaction('audiences').where({ workspace_id: workspaceId, id }), () =>
    findJourneysWith(transaction, workspaceId, { audience_id: id }),
  );
}

/** A journey that uses an audience. */
export interface AudienceUse {
  kind: 'draft' | 'version';
  journeyId: string;
  name: string;
  status: string;
  /** The newest version that uses it; null for a draft. */
  version: number | null;
}

/** Lists the journeys whose draft or published versions use an audience. */
export const findAudienceUses = (database: Database, workspaceId: string, id: string): Promise<AudienceUse[]> =>
  rowsOf<AudienceUse>(
    database.raw(
      `select 'version' as kind, j.id as "journeyId", j.name, j.status, max(v.version) as version
         from journey_versions v join journeys j on j.workspace_id = v.workspace_id and j.id = v.journey_id
        where v.workspace_id = :workspaceId and v.audience_id = :id
        group by j.id, j.name, j.status
       union all
       select 'draft', j.id, j.name, j.status, null
         from journey_drafts d join journeys j on j.workspace_id = d.workspace_id and j.id = d.journey_id
        where d.workspace_id = :workspaceId and d.audience_id = :id
        order by name, kind`,
      { workspaceId, id },
    ),
  );
