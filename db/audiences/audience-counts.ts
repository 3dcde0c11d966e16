import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { enqueue } from '../outbox/outbox';

/** The last complete count of an audience. */
export interface AudienceSize {
  members: number;
  /** People of the workspace at that time. */
  people: number;
  countedAt: Date;
}

/** The part of a running count that is done. */
export interface CountRun {
  after: string | null;
  members: number;
  people: number;
}

/** Finds the last counts of audiences by id. */
export async function findSizes(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, AudienceSize>> {
  const rows = await database('audience_counts')
    .where({ workspace_id: workspaceId })
    .whereIn('audience_id', [...ids])
    .whereNotNull('counted_at')
    .select<(AudienceSize & { id: string })[]>('audience_id as id', 'members', 'people', 'counted_at as countedAt');
  return new Map(rows.map(({ id, ...size }) => [id, size]));
}

/**
 * Starts counts of audiences whose last count is older than an hour, and that are not being counted. A count that has not
 * ended after an hour starts over.
 */
export async function startStaleCounts(
  transaction: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  const runId = newId('request');
  const started = await rowsOf<{ id: string }>(
    transaction.raw(
      `insert into audience_counts as c (workspace_id, audience_id, run_id, run_started_at)
       select workspace_id, id, :runId, now() from audiences
        where workspace_id = :workspaceId and id = any(:ids) order by id
       on conflict (workspace_id, audience_id) do update
         set run_id = excluded.run_id, run_started_at = now(), run_after = null, run_members = 0, run_people = 0
       where coalesce(c.counted_at, '-infinity') < now() - interval '1 hour'
         and coalesce(c.run_started_at, '-infinity') < now() - interval '1 hour'
       returning audience_id as id`,
      { workspaceId, ids: [...ids], runId },
    ),
  );
  for (const { id } of started) await queueCount(transaction, { workspaceId, id, runId, after: '' });
}

/** Discards the count of an audience, and starts a new one: its condition has changed. */
export async function restartCount(transaction: Database, workspaceId: string, id: string): Promise<void> {
  await transaction('audience_counts').where({ workspace_id: workspaceId, audience_id: id }).delete();
  await startStaleCounts(transaction, workspaceId, [id]);
}

export interface CountStep {
  workspaceId: string;
  id: string;
  runId: string;
  /** The last person who was evaluated; empty at the start. */
  after: string;
}

/** Queues the next part of a count. */
export const queueCount = (transaction: Database, { workspaceId, id, runId, after }: CountStep): Promise<void> =>
  enqueue(transaction, [{ workspaceId, kind: 'count_audience', subjectId: `${id}:${runId}:${after}` }]);

/** Locks a running count at its place. @returns null if it was continued or replaced */
export async function lockCount(transaction: Database, { workspaceId, id, runId, after }: CountStep) {
  const row = await transaction('audience_counts')
    .where({ workspace_id: workspaceId, audience_id: id, run_id: runId })
    .forUpdate()
    .first<CountRun | undefined>('run_after as after', 'run_members as members', 'run_people as people');
  return row !== undefined && (row.after ?? '') === after ? row : null;
}

export async function saveCount(
  transaction: Database,
  { workspaceId, id }: Pick<CountStep, 'workspaceId' | 'id'>,
  { after, members, people }: CountRun,
): Promise<void> {
  const row = transaction('audience_counts').where({ workspace_id: workspaceId, audience_id: id });
  if (after === null) {
    await row.update({ members, people, counted_at: transaction.fn.now(), run_id: null, run_started_at: null });
  } else await row.update({ run_after: after, run_members: members, run_people: people });
}
