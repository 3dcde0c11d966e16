import { lockCount, queueCount, saveCount } from '../../db/audiences/audience-counts';
import { findAudience } from '../../db/audiences/audiences';
import { listPeople } from '../../db/end-users/person-facts';
import type { Context } from '../ports';
import { membersOf, scopeOf } from './preview-audience';

/** Milliseconds for the part of a command: much shorter than its lease. */
const partMs = 2_000;
const chunk = 500;

/**
 * Continues the count of an audience for two seconds, and queues the next part. Safe to repeat: a part that was counted
 * already changes nothing.
 * @param subject the ids of the audience and of the count, and the last person who was evaluated
 */
export async function countAudience(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  subject: string,
): Promise<void> {
  const [id = '', runId = '', after = ''] = subject.split(':');
  await database.transaction(async (transaction) => {
    const step = { workspaceId, id, runId, after };
    const run = await lockCount(transaction, step);
    const audience = await findAudience(transaction, workspaceId, id);
    if (run === null || audience === null) return;
    const scope = scopeOf(workspaceId, audience.condition, new Date());
    const deadline = performance.now() + partMs;
    let last: string | null = run.after;
    for (let isMore = true; isMore && performance.now() < deadline;) {
      const people = await listPeople(transaction, workspaceId, { limit: chunk, before: last });
      run.members += (await membersOf(transaction, scope, people)).length;
      run.people += people.length;
      isMore = people.length === chunk;
      last = isMore ? (people.at(-1)?.id ?? null) : null;
    }
    await saveCount(transaction, step, { ...run, after: last });
    if (last !== null) await queueCount(transaction, { ...step, after: last });
  });
}
