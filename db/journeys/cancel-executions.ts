import type { Database } from '../connection/pool';
import { enqueue } from '../outbox/outbox';

/** Commands per statement. */
const chunk = 1_000;

/** The executions to cancel: those of an archived journey, those of a person being erased, or some by hand. */
export type CancelSelection =
  { journeyId: string } | { endUserId: string } | { journeyId: string; executionIds: readonly string[] };

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
  const running = transaction('executions').where({ workspace_id: workspaceId, status: 'RUNNING' });
  if ('endUserId' in selection) void running.where({ end_user_id: selection.endUserId });
  else void running.where({ journey_id: selection.journeyId, cancel_reason: null });
  if ('executionIds' in selection) void running.whereIn('id', selection.executionIds);
  const executions = await transaction('executions')
    .where({ workspace_id: workspaceId })
    // In the order of their ids, so that two transactions that cancel executions do not deadlock.
    .whereIn('id', running.orderBy('id').forUpdate().select('id'))
    .update({ cancel_reason: reasonOf(selection) })
    .returning<{ id: string }[]>('id');
  const commands = executions.map(({ id }) => ({ workspaceId, kind: 'cancel_execution' as const, subjectId: id }));
  for (let start = 0; start < commands.length; start += chunk) {
    await enqueue(transaction, commands.slice(start, start + chunk));
  }
  return executions.length;
}

function reasonOf(selection: CancelSelection): 'erased' | 'canceled' | 'archived' {
  if ('endUserId' in selection) return 'erased';
  return 'executionIds' in selection ? 'canceled' : 'archived';
}
