import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { enqueue } from '../outbox/outbox';

/** Commands per statement. */
const chunk = 1_000;

/** The executions to cancel: those of an archived journey, those of a person being erased, or a single one by hand. */
export type CancelSelection =
  { journeyId: string } | { endUserId: string } | { journeyId: string; executionId: string };

function conditionOf(selection: CancelSelection): { reason: string; selected: string } {
  if ('endUserId' in selection) return { reason: 'erased', selected: 'end_user_id = :endUserId' };
  const open = 'journey_id = :journeyId and cancel_reason is null';
  if ('executionId' in selection) return { reason: 'canceled', selected: `id = :executionId and ${open}` };
  return { reason: 'archived', selected: open };
}

/**
 * Marks running executions as canceled, and queues the commands that cancel their workflows; each workflow records its
 * own end. An erasure replaces an earlier reason, other reasons do not. For a journey or a person, the caller locks it,
 * so that no execution starts concurrently.
 * @returns how many executions are being canceled
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
