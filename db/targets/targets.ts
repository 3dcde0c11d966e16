import type { TargetStatus } from '../../domain/targets/progress';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { nextUpdatedAt } from '../connection/updated-at';
import { recordValues } from './target-values';

/**
 * Targets: a metric, the value that it should reach, and a deadline. A target with a source counts a conversion's
 * completions.
 */
export interface Target {
  workspaceId: string;
  id: string;
  metric: string;
  target: number;
  /** Counted if the source exists; otherwise the value that was set or last counted. */
  current: number;
  /** A date (ISO 8601), or an instant in UTC. */
  deadline: string;
  description: string | null;
  unit: string | null;
  /** The status that was set; null if it is computed. */
  status: TargetStatus | null;
  sourceConversionId: string | null;
  isSourceMissing: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** The workspace's timezone, in which a deadline without a time ends. */
  timezone: string;
}

/** The fields of a target that a caller can set. */
export type DescribedTarget = Pick<
  Target,
  'metric' | 'target' | 'current' | 'deadline' | 'description' | 'unit' | 'status' | 'sourceConversionId'
>;

/** Lists all targets of a workspace, newest first. Current values require a previous `drainRollups`. */
export const listTargets = (database: Database, workspaceId: string): Promise<Target[]> =>
  selectTargets(database, workspaceId, null);

export async function findTarget(database: Database, workspaceId: string, id: string): Promise<Target | null> {
  return (await selectTargets(database, workspaceId, id))[0] ?? null;
}

/**
 * Selects one target or all. A counted value is the number of completions since the target was created. The creation
 * time is truncated, because the API's clock and event times have milliseconds.
 */
const selectTargets = (database: Database, workspaceId: string, id: string | null): Promise<Target[]> =>
  rowsOf<Target>(
    database.raw(
      `select t.workspace_id as "workspaceId", t.id, t.metric, t.target, t.deadline, t.description, t.unit, t.status,
              t.source_conversion_id as "sourceConversionId", t.created_at as "createdAt", t.updated_at as "updatedAt", w.timezone,
              t.source_conversion_id is not null and c.id is null as "isSourceMissing",
              case when c.id is null then t.current else (
                select count(*)::float8 from completions m
                 where m.workspace_id = t.workspace_id and m.conversion_id = t.source_conversion_id
                   and m.occurred_at >= date_trunc('milliseconds', t.created_at)) end as current
         from targets t join workspaces w on w.id = t.workspace_id
         left join conversions c on c.workspace_id = t.workspace_id and c.id = t.source_conversion_id
        where t.workspace_id = :workspaceId and (cast(:id as text) is null or t.id = :id)
        order by t.id desc`,
      { workspaceId, id },
    ),
  );

/** Finds a target and locks it against other writers until the transaction ends. */
export async function lockTarget(transaction: Database, workspaceId: string, id: string): Promise<Target | null> {
  const locked = await transaction('targets').where({ workspace_id: workspaceId, id }).forNoKeyUpdate().first('id');
  return locked === undefined ? null : findTarget(transaction, workspaceId, id);
}

/**
 * Stores a target.
 * @returns its id
 */
export async function insertTarget(
  transaction: Database,
  workspaceId: string,
  described: Omit<DescribedTarget, 'status'>,
): Promise<string> {
  const id = newId('target');
  const { sourceConversionId, ...rest } = described;
  await transaction('targets').insert({
    ...rest,
    workspace_id: workspaceId,
    id,
    source_conversion_id: sourceConversionId,
  });
  if (sourceConversionId === null) await recordValues(transaction, workspaceId, { id });
  return id;
}

/** Updates the given fields. A new `current` is also added to the values over time. */
export async function updateTarget(
  transaction: Database,
  { workspaceId, id }: Pick<Target, 'workspaceId' | 'id'>,
  { sourceConversionId, ...changes }: { [Field in keyof DescribedTarget]?: DescribedTarget[Field] | undefined },
): Promise<void> {
  await transaction('targets')
    .where({ workspace_id: workspaceId, id })
    .update({ ...changes, source_conversion_id: sourceConversionId, updated_at: nextUpdatedAt(transaction) });
  if (changes.current !== undefined) await recordValues(transaction, workspaceId, { id });
}

/**
 * Stores the current counts of targets before their source is removed: of all targets of a conversion, or of one
 * target.
 */
export async function keepCounted(
  transaction: Database,
  workspaceId: string,
  { conversionId, id }: { conversionId?: string | undefined; id?: string | undefined },
): Promise<void> {
  await transaction.raw(
    `update targets t set current = (
              select count(*)::float8 from completions m
               where m.workspace_id = t.workspace_id and m.conversion_id = t.source_conversion_id
                 and m.occurred_at >= date_trunc('milliseconds', t.created_at))
      where t.workspace_id = :workspaceId and (t.source_conversion_id = :conversionId or t.id = :id)
        and exists (select from conversions c where c.workspace_id = t.workspace_id and c.id = t.source_conversion_id)`,
    { workspaceId, conversionId: conversionId ?? null, id: id ?? null },
  );
  await recordValues(transaction, workspaceId, { conversionId, id });
}

/**
 * Deletes a target.
 * @returns whether it existed
 */
export async function deleteTarget(transaction: Database, workspaceId: string, id: string): Promise<boolean> {
  return (await transaction('targets').where({ workspace_id: workspaceId, id }).delete()) > 0;
}
