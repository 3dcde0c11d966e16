import { indexPeopleAfter, queuePeopleIndexAfter } from '../../db/end-users/search';
import type { Context } from '../ports';

/** Takes about a second. */
const batchSize = 5_000;

/**
 * Indexes a batch of a workspace's people for the search, and queues the next batch. Safe to repeat.
 * @param subject the id of the change, a colon, and the last person of the previous batch
 */
export async function indexPeople(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  subject: string,
): Promise<void> {
  const [changeId = '', after = ''] = subject.split(':');
  await database.transaction(async (transaction) => {
    const last = await indexPeopleAfter(transaction, workspaceId, after, batchSize);
    if (last !== undefined) await queuePeopleIndexAfter(transaction, { workspaceId, changeId, after: last });
  });
}
