import { newestPage, type IdPage } from '../connection/pages';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { EndUser } from './end-users';

/** The fields of a person that conditions use. */
export type PersonFacts = Pick<EndUser, 'id' | 'email' | 'timezone' | 'attributes'>;

const columns = ['id', 'email', 'timezone', 'attributes'] as const;

/** Lists one page of people, newest first. */
export const listPeople = (database: Database, workspaceId: string, page: IdPage): Promise<PersonFacts[]> =>
  newestPage(database('end_users').where({ workspace_id: workspaceId }), page).select<PersonFacts[]>(...columns);

/** Finds people by id, in no order. */
export const findPeopleFacts = (
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<PersonFacts[]> =>
  database('end_users')
    .where({ workspace_id: workspaceId })
    .whereIn('id', [...ids])
    .select<PersonFacts[]>(...columns);

export async function countPeople(database: Database, workspaceId: string): Promise<number> {
  const [row] = await rowsOf<{ people: number }>(
    database.raw('select count(*)::int as people from end_users where workspace_id = ?', [workspaceId]),
  );
  return row?.people ?? 0;
}

/** Returns the ids of about one of `every` people, chosen and ordered by a hash. Reads the primary key alone. */
export async function sampleIds(database: Database, workspaceId: string, every: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    database.raw(
      `select id from end_users
        where workspace_id = ? and (hashtextextended(id, 0) & 9223372036854775807) % ? = 0
        order by hashtextextended(id, 1)`,
      [workspaceId, every],
    ),
  );
  return rows.map(({ id }) => id);
}
