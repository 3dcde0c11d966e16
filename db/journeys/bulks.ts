import type { BulkAction, BulkSelection } from '../../domain/journeys/bulks/schemas';
import { acquireLock } from '../connection/advisory-locks';
import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';
import { columnsOf } from '../connection/rows';
import { rowsOf } from '../connection/statements';

/** Bulk actions on the executions of a journey: `execution_bulks`. A workflow carries them out. */
export interface Bulk {
  workspaceId: string;
  id: string;
  journeyId: string;
  action: BulkAction;
  selection: BulkSelection;
  requestedBy: string;
  /** Executions that matched when it was requested. */
  matching: number;
  done: number;
  /** Executions that were refused. */
  failed: number;
  /** Refused executions by reason. */
  refusals: Record<string, number>;
  createdAt: Date;
  endedAt: Date | null;
}

const columns = columnsOf<Bulk>()(
  'workspaceId',
  'id',
  'journeyId',
  'action',
  'selection',
  'requestedBy',
  'matching',
  'done',
  'failed',
  'refusals',
  'createdAt',
  'endedAt',
);

export type BulkRequest = Pick<Bulk, 'workspaceId' | 'journeyId' | 'action' | 'selection'>;

/** Serializes the requests for bulk actions on a journey until the transaction ends. */
export const lockBulks = (
  transaction: Database,
  { workspaceId, journeyId }: Pick<Bulk, 'workspaceId' | 'journeyId'>,
): Promise<void> => acquireLock(transaction, `bulks ${workspaceId} ${journeyId}`);

/** Finds a running bulk action with the same action and selection. */
export async function findSameBulk(database: Database, request: BulkRequest): Promise<Bulk | null> {
  const { workspaceId, journeyId, action, selection } = request;
  const row = await database('execution_bulks')
    .where({ workspace_id: workspaceId, journey_id: journeyId, action, ended_at: null })
    .whereRaw('selection = cast(? as jsonb)', [JSON.stringify(selection)])
    .first<Bulk | undefined>(columns);
  return row ?? null;
}

/** @returns the id */
export async function insertBulk(
  transaction: Database,
  { workspaceId, journeyId, action, selection }: BulkRequest,
  given: Pick<Bulk, 'matching' | 'requestedBy'>,
): Promise<string> {
  const id = newId('executionBulk');
  await transaction('execution_bulks').insert({
    workspace_id: workspaceId,
    id,
    journey_id: journeyId,
    action,
    selection: JSON.stringify(selection),
    requested_by: given.requestedBy,
    matching: given.matching,
  });
  return id;
}

export async function findBulk(database: Database, workspaceId: string, id: string): Promise<Bulk | null> {
  const row = await database('execution_bulks')
    .where({ workspace_id: workspaceId, id })
    .first<Bulk | undefined>(columns);
  return row ?? null;
}

/** Locks a running bulk action until the transaction ends. Returns null if it has ended. */
export async function lockBulk(transaction: Database, workspaceId: string, id: string): Promise<Bulk | null> {
  const row = await transaction('execution_bulks')
    .where({ workspace_id: workspaceId, id, ended_at: null })
    .forUpdate()
    .first<Bulk | undefined>(columns);
  return row ?? null;
}

/** Lists running bulk actions that started over five minutes ago and have no command in the outbox to start them. */
export const listUnqueuedBulks = (database: Database, limit: number): Promise<Pick<Bulk, 'workspaceId' | 'id'>[]> =>
  rowsOf(
    database.raw(
      `select b.workspace_id as "workspaceId", b.id from execution_bulks b
        where b.ended_at is null and b.created_at < now() - interval '5 minutes'
          and not exists (select 1 from outbox o
                           where o.workspace_id = b.workspace_id and o.kind = 'start_bulk' and o.subject_id = b.id)
          and not exists (select 1 from workspace_deletions d where d.id = b.workspace_id)
        order by b.created_at limit ?`,
      [limit],
    ),
  );

/*
 * Matching executions. A bulk action visits the executions that were in their state before it was requested, so an
 * execution that it retried and that fails again does not match again. The list is read per version, because an index
 * has the executions of a status and version in this order.
 */
const bindingsOf = ({ workspaceId, journeyId, action, selection }: BulkRequest) => ({
  workspaceId,
  journeyId,
  status: action === 'retry' ? 'FAILED' : 'RUNNING',
  version: selection.version ?? null,
  stepId: selection.stepId ?? null,
  cause: selection.cause ?? null,
  startedAfter: selection.startedAfter ?? null,
  startedBefore: selection.startedBefore ?? null,
});

/** Counts the executions that match now. */
export async function countMatching(database: Database, request: BulkRequest): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    database.raw(
      `select count(*)::int as count from executions x
        where x.workspace_id = :workspaceId and x.journey_id = :journeyId and x.status = :status
          and (cast(:stepId as text) is null or x.current_step_id = :stepId)
          and (cast(:cause as text) is null or x.failure_cause = :cause or x.exit_reason = :cause)
          and (cast(:startedAfter as timestamptz) is null or x.started_at >= :startedAfter)
          and (cast(:startedBefore as timestamptz) is null or x.started_at < :startedBefore)
          and (x.status = 'FAILED' or x.cancel_reason is null)
          and (cast(:version as integer) is null or x.version = :version)`,
      bindingsOf(request),
    ),
  );
  return row?.count ?? 0;
}

export interface MatchingExecution {
  id: string;
  endUserId: string;
}

/** Lists the next matching executions that the bulk action has not visited. */
export const listMatching = (transaction: Database, bulk: Bulk, limit: number): Promise<MatchingExecution[]> =>
  rowsOf(
    transaction.raw(
      `select x.id, x.end_user_id as "endUserId"
         from execution_bulks b
         join journey_versions v on v.workspace_id = b.workspace_id and v.journey_id = b.journey_id
          and (cast(:version as integer) is null or v.version = :version)
          and (b.after_version is null or v.version <= b.after_version)
        cross join lateral (
          select x.id, x.end_user_id, x.version, x.started_at from executions x
           where x.workspace_id = :workspaceId and x.journey_id = :journeyId and x.status = :status
             and (cast(:stepId as text) is null or x.current_step_id = :stepId)
             and (cast(:cause as text) is null or x.failure_cause = :cause or x.exit_reason = :cause)
             and (cast(:startedAfter as timestamptz) is null or x.started_at >= :startedAfter)
             and (cast(:startedBefore as timestamptz) is null or x.started_at < :startedBefore)
             and (x.status = 'FAILED' or x.cancel_reason is null)
             and x.version = v.version
             and coalesce(x.ended_at, x.started_at) <= b.created_at
             and (x.started_at, x.id) < (case when v.version = b.after_version then b.after_started_at else 'infinity' end,
                                         case when v.version = b.after_version then b.after_id else '' end)
           order by x.started_at desc, x.id desc limit :limit) x
        where b.workspace_id = :workspaceId and b.id = :bulkId
        order by x.version desc, x.started_at desc, x.id desc limit :limit`,
      { ...bindingsOf(bulk), bulkId: bulk.id, limit },
    ),
  );

/** Counts visited executions, and continues after the last of them. */
export async function saveProgress(
  transaction: Database,
  { workspaceId, id }: Pick<Bulk, 'workspaceId' | 'id'>,
  visited: Pick<Bulk, 'done' | 'failed' | 'refusals'> & { lastId: string },
): Promise<void> {
  await transaction.raw(
    `update execution_bulks b
        set done = :done, failed = :failed, refusals = :refusals,
            after_version = x.version, after_started_at = x.started_at, after_id = x.id
       from executions x
      where b.workspace_id = :workspaceId and b.id = :id and x.workspace_id = b.workspace_id and x.id = :lastId`,
    {
      workspaceId,
      id,
      done: visited.done,
      failed: visited.failed,
      refusals: JSON.stringify(visited.refusals),
      lastId: visited.lastId,
    },
  );
}

export async function endBulk(
  transaction: Database,
  { workspaceId, id }: Pick<Bulk, 'workspaceId' | 'id'>,
): Promise<void> {
  await transaction('execution_bulks')
    .where({ workspace_id: workspaceId, id })
    .update({ ended_at: transaction.fn.now() });
}
