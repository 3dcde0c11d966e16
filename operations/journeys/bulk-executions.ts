import {
  countMatching,
  endBulk,
  findBulk,
  findSameBulk,
  insertBulk,
  listMatching,
  listUnqueuedBulks,
  lockBulk,
  lockBulks,
  saveProgress,
  type Bulk,
  type BulkRequest,
  type MatchingExecution,
} from '../../db/journeys/bulks';
import { cancelExecutions } from '../../db/journeys/cancel-executions';
import type { Database } from '../../db/connection/pool';
import { enqueue } from '../../db/outbox/outbox';
import type { Actor } from '../../domain/accounts/actor';
import { recordAct } from '../audit/record-act';
import { requeue } from '../outbox/requeue';
import type { Context } from '../ports';
import { retryFailed } from './retry-execution';

/**
 * Starts a bulk action on executions of a journey. A workflow carries it out. Repeating the request while it runs returns
 * the running one.
 */
export function startBulk(
  { database }: Pick<Context, 'database'>,
  actor: Pick<Actor, 'workspaceId' | 'id'>,
  request: BulkRequest,
): Promise<{ bulkId: string; matching: number }> {
  const { workspaceId, id: requestedBy } = actor;
  return database.transaction(async (transaction) => {
    await lockBulks(transaction, request);
    const same = await findSameBulk(transaction, request);
    if (same !== null) return { bulkId: same.id, matching: same.matching };
    const matching = await countMatching(transaction, request);
    const bulkId = await insertBulk(transaction, request, { matching, requestedBy });
    await enqueue(transaction, [{ workspaceId, kind: 'start_bulk', subjectId: bulkId }]);
    return { bulkId, matching };
  });
}

export interface BulkProgress {
  isDone: boolean;
  matching: number;
  done: number;
  failed: number;
}

/** Executions per transaction. */
const portion = 100;

/**
 * Continues a bulk action. Each transaction acts on a portion of the executions and records how far it came, so that an
 * execution is visited once, whatever the number of attempts.
 * @param forMs milliseconds after which no other portion is started
 */
export async function continueBulk(
  context: Pick<Context, 'database' | 'signal'>,
  name: { workspaceId: string; bulkId: string },
  forMs: number,
): Promise<BulkProgress> {
  const { database, signal } = context;
  const until = performance.now() + forMs;
  while (await database.transaction((transaction) => actOnPortion(transaction, name))) {
    signal.throwIfAborted();
    if (performance.now() > until) break;
  }
  const bulk = await findBulk(database, name.workspaceId, name.bulkId);
  const { matching = 0, done = 0, failed = 0 } = bulk ?? {};
  return { isDone: bulk === null || bulk.endedAt !== null, matching, done, failed };
}

/** @returns whether more may be left */
async function actOnPortion(
  transaction: Database,
  { workspaceId, bulkId }: { workspaceId: string; bulkId: string },
): Promise<boolean> {
  const bulk = await lockBulk(transaction, workspaceId, bulkId);
  if (bulk === null) return false;
  const executions = await listMatching(transaction, bulk, portion);
  const last = executions.at(-1);
  if (last === undefined) {
    await endBulk(transaction, bulk);
    await recordBulk(transaction, bulk);
    return false;
  }
  const { done, refusals } = await actOn(transaction, bulk, executions);
  const total = { ...bulk.refusals };
  for (const reason of refusals) total[reason] = (total[reason] ?? 0) + 1;
  await saveProgress(transaction, bulk, {
    done: bulk.done + done,
    failed: bulk.failed + refusals.length,
    refusals: total,
    lastId: last.id,
  });
  return true;
}

async function actOn(
  transaction: Database,
  { workspaceId, journeyId, action, requestedBy, id: bulkId }: Bulk,
  executions: readonly MatchingExecution[],
): Promise<{ done: number; refusals: string[] }> {
  if (action === 'cancel') {
    const executionIds = executions.map(({ id }) => id);
    return { done: await cancelExecutions(transaction, workspaceId, { journeyId, executionIds }), refusals: [] };
  }
  const people = Object.fromEntries(executions.map(({ id, endUserId }) => [id, endUserId]));
  const actor = { workspaceId, id: requestedBy };
  const { retried, refused } = await retryFailed(transaction, actor, { journeyId, people }, { bulkId });
  return { done: retried.length, refusals: refused.map(({ reason }) => reason) };
}

const auditActions = { retry: 'executions.bulk_retried', cancel: 'executions.bulk_canceled' } as const;

const recordBulk = (transaction: Database, bulk: Bulk): Promise<void> => {
  const { workspaceId, requestedBy, journeyId, action, selection, matching, done, failed, id: bulkId } = bulk;
  return recordAct(transaction, { workspaceId, id: requestedBy }, auditActions[action], {
    subject: { type: 'journey', id: journeyId },
    metadata: { bulkId, where: selection, matching, done, failed },
  });
};

/** Queues bulk actions without a command again. One with a running workflow continues there. @returns how many */
export const requeueBulks = ({ database }: Pick<Context, 'database'>, limit: number): Promise<number> =>
  requeue(database, 'start_bulk', (transaction) => listUnqueuedBulks(transaction, limit));
