import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { enqueue } from '../outbox/outbox';

/** Commands that one statement writes. */
const chunk = 1_000;

/**
 * Marks a journey's runs in flight as archived, and has their workflows told: each records its own end. Runs that are being ended
 * already keep their reason. The caller holds the journey.
 * @returns how many runs are being ended
 */
export async function cancelExecutionsOf(
  transaction: Database,
  workspaceId: string,
  journeyId: string,
): Promise<number> {
  const runs = await rowsOf<{ id: string }>(
    transaction.raw(
      `update executions set cancel_reason = 'archived'
        where workspace_id = :workspaceId and id in (
          -- In the order of their ids, so that two who end runs do not wait in a circle.
          select id from executions
           where workspace_id = :workspaceId and journey_id = :journeyId and status = 'RUNNING' and cancel_reason is null
           order by id for update)
       returning id`,
      { workspaceId, journeyId },
    ),
  );
  const commands = runs.map(({ id }) => ({ workspaceId, kind: 'cancel_execution' as const, subjectId: id }));
  for (let start = 0; start < commands.length; start += chunk) {
    await enqueue(transaction, commands.slice(start, start + chunk));
  }
  return runs.length;
}
