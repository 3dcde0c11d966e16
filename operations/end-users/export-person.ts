import { Readable } from 'node:stream';
import { listActivity, type Happening } from '../../db/end-users/activity';
import { findEndUser, type EndUser } from '../../db/end-users/end-users';
import { readHeldData } from '../../db/end-users/held-data';
import { activityKinds } from '../../domain/end-users/activity/kinds';
import { notFound } from '../../domain/errors';
import type { Context } from '../ports';
import { readSnapshot } from '../read-snapshot';

const pageSize = 1_000;

/**
 * Exports everything that is held about a person as one JSON object, in portions, so that a person with many events needs
 * little memory.
 * @throws AppError NOT_FOUND
 */
export async function exportPerson(
  context: Pick<Context, 'database' | 'clock'>,
  workspaceId: string,
  id: string,
): Promise<Readable> {
  const { database, clock } = context;
  const { person, held } = await readSnapshot(database, async (snapshot) => {
    const found = await findEndUser(snapshot, workspaceId, id);
    if (found === null) throw notFound('End user', id);
    return { person: found, held: await readHeldData(snapshot, found) };
  });
  const head = { exportedAt: clock.now().toISOString(), person, ...held };
  return Readable.from(inPortions(context, head, person));
}

async function* inPortions(
  { database }: Pick<Context, 'database'>,
  head: object,
  { workspaceId, id: endUserId }: EndUser,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"activity":[`;
  const filter = { workspaceId, endUserId, kinds: activityKinds, since: undefined, until: undefined };
  let before: Happening | undefined;
  for (let isMore = true; isMore;) {
    const page = await listActivity(database, { ...filter, before, limit: pageSize });
    const items = page.map(({ kind, id, at, processedAt, facts }) =>
      JSON.stringify({ id, kind, at, processedAt, ...facts }),
    );
    if (items.length > 0) yield `${before === undefined ? '' : ','}${items.join(',')}`;
    before = page.at(-1) ?? before;
    isMore = page.length === pageSize;
  }
  yield ']}\n';
}
