import { listActivity, type ActivityPage, type Happening } from '../../db/end-users/activity';
import { findEndUser } from '../../db/end-users/end-users';
import { readOverview, type PersonOverview } from '../../db/end-users/held-data';
import { notFound } from '../../domain/errors';
import type { Context } from '../ports';
import { readSnapshot } from '../read-snapshot';

/** Lists what happened to a person, newest first, in one snapshot of the database. @throws AppError NOT_FOUND */
export const readActivity = ({ database }: Pick<Context, 'database'>, page: ActivityPage): Promise<Happening[]> =>
  readSnapshot(database, async (snapshot) => {
    const { workspaceId, endUserId } = page;
    if ((await findEndUser(snapshot, workspaceId, endUserId)) === null) throw notFound('End user', endUserId);
    return listActivity(snapshot, page);
  });

/** Reads what applies to a person now. @throws AppError NOT_FOUND */
export const readPersonOverview = (
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  id: string,
): Promise<PersonOverview> =>
  readSnapshot(database, async (snapshot) => {
    const person = await findEndUser(snapshot, workspaceId, id);
    if (person === null) throw notFound('End user', id);
    return readOverview(snapshot, person);
  });
