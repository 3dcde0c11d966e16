import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { enqueue } from '../outbox/outbox';

/** Commands that one statement writes. */
const chunk = 1_000;

/** Which executions are cancelled: those of an archived journey, those of a person who is erased, or one by hand. */
export type CancelSelection =
  { journeyId: string } | { endUserId: string } | { journeyId: string; executionId: string };

function conditionOf(selection: CancelSelection): { reason: string; selected: string } {
  if ('endUserId' in selection) return { reason: 'erased', selected: 'end_user_id = :endUserId' };
  const open = 'journey_id = :journeyId and cancel_reason is null';
  if ('executionId' in selection) return { reason: 'canceled', selected: `id = :executionId and ${open}` };
  return { reason: 'archived', selected: open };
}

/**
 * Marks executions in flight as cancelled, and queues the commands that cancel their workflows: each records its own end. An erasure
 * takes precedence over an earlier reason, the others leave it. For a journey or a person the caller locks it, so that no execution
 * starts concurrently.
 * @returns how many executions are being cancelled
 */
export async function cancelExecutions(
  transaction: Database,
  workspaceId: string,
  selection: CancelSelection,
): Promise<number> {
  const { reason, selected } = conditionOf(selection);
  const executions = await rowsOf<{ id: string }>(
    transaction.raw(
      `update executions set cancel_reason = :reason
        where workspace_id = :workspaceId and id in (
          -- In the order of their ids, so that two that cancel executions do not deadlock.
          select id from executions
           where workspace_id = :workspaceId and ${selected} and status = 'RUNNING' order by id for update)
       returning id`,
      { workspaceId, reason, ...selection },
    ),
  );
  const commands = executions.map(({ id }) => ({ workspaceId, kind: 'cancel_execution' as const, subjectId: id }));
  for (let start = 0; start < commands.length; start += chunk) {
    await enqueue(transaction, commands.slice(start, start + chunk));
  }
  return executions.length;
}
