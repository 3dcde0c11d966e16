import type { Database } from '../../db/connection/pool';
import { isUniqueViolation } from '../../db/connection/errors';
import { lockEndUsers } from '../../db/end-users/end-users';
import { findExecution } from '../../db/journeys/executions';
import {
  findPeopleInJourney,
  lockJourneyStatus,
  lockFailed,
  resumeFailed,
  type FailedExecution,
} from '../../db/journeys/retries';
import { recordAudit } from '../../db/audit/audit';
import { enqueue } from '../../db/outbox/outbox';
import type { Actor } from '../../domain/accounts/actor';
import { conflict, notFound } from '../../domain/errors';
import { notFailed, retryRefusals, type RetryRefusal } from '../../domain/journeys/executions/retry-refusals';
import type { Context } from '../ports';

/** The result of a retry of several executions. Executions that are not failed are in neither list. */
interface Retried {
  retried: FailedExecution[];
  refused: { execution: FailedExecution; reason: RetryRefusal }[];
}

/**
 * Resumes a failed execution at the step at which it failed. A command of the outbox starts a new run of its workflow.
 * Steps that were performed keep their outcomes. Safe to repeat: the execution is not failed then.
 * @throws AppError NOT_FOUND; CONFLICT if the execution is not failed, its journey is archived, or its person was erased or
 * is in another execution that excludes it
 */
export async function retryExecution(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  { journeyId, executionId }: { journeyId: string; executionId: string },
): Promise<void> {
  const { workspaceId } = actor;
  try {
    await database.transaction(async (transaction) => {
      const execution = await findExecution(transaction, workspaceId, executionId);
      if (execution?.journeyId !== journeyId) throw notFound('Execution', executionId);
      const people = { [executionId]: execution.endUserId };
      const { retried, refused } = await retryFailed(transaction, actor, { journeyId, people });
      const [refusal] = refused;
      if (refusal !== undefined) throw conflict(retryRefusals[refusal.reason]);
      if (retried.length > 0) return;
      const { status, exitReason } = (await findExecution(transaction, workspaceId, executionId)) ?? execution;
      throw conflict(notFailed(status, exitReason));
    });
  } catch (error) {
    // The person entered another execution at the same time.
    if (isUniqueViolation(error)) throw conflict(retryRefusals.excluded);
    throw error;
  }
}

/**
 * Retries the failed ones of these executions, and records each in the audit log.
 * @param people the person of each execution, by its id
 */
export async function retryFailed(
  transaction: Database,
  { workspaceId, id: actor }: Pick<Actor, 'workspaceId' | 'id'>,
  { journeyId, people }: { journeyId: string; people: Readonly<Record<string, string>> },
  details: Record<string, unknown> = {},
): Promise<Retried> {
  const status = await lockJourneyStatus(transaction, workspaceId, journeyId);
  const found = await lockEndUsers(transaction, workspaceId, Object.values(people));
  const failed = await lockFailed(transaction, workspaceId, Object.keys(people));
  const ids = failed.map(({ endUserId }) => endUserId);
  const busy = await findPeopleInJourney(transaction, { workspaceId, journeyId }, ids);
  const result: Retried = { retried: [], refused: [] };
  for (const execution of failed) {
    const { endUserId, exclusive } = execution;
    const reason = refusalOf({ status, isErased: !found.has(endUserId), isBusy: busy.has(endUserId) });
    if (reason !== null) {
      result.refused.push({ execution, reason });
      continue;
    }
    result.retried.push(execution);
    // A person may have several failed executions.
    if (exclusive) busy.add(endUserId);
  }
  await resume(transaction, workspaceId, result.retried);
  await recordAudit(
    transaction,
    result.retried.map(({ id, version, stepId }) => ({
      workspaceId,
      subjectType: 'journey',
      subjectId: journeyId,
      actor,
      action: 'execution.retried',
      metadata: { executionId: id, version, stepId, ...details },
    })),
  );
  return result;
}

function refusalOf(given: { status: string | null; isErased: boolean; isBusy: boolean }): RetryRefusal | null {
  if (given.status === 'archived') return 'archived';
  if (given.isErased) return 'erased';
  return given.isBusy ? 'excluded' : null;
}

async function resume(
  transaction: Database,
  workspaceId: string,
  executions: readonly FailedExecution[],
): Promise<void> {
  if (executions.length === 0) return;
  const ids = executions.map(({ id }) => id);
  const resumed = await resumeFailed(transaction, workspaceId, ids);
  const commands = resumed.map(({ id, retries }) => ({
    workspaceId,
    kind: 'retry_execution' as const,
    subjectId: `${id}:${retries}`,
  }));
  await enqueue(transaction, commands);
}
