import type { ExecutionStatus } from '../../domain/journeys/schemas';
import { executionColumns, type Execution } from '../journeys/executions';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { listColumns } from '../connection/rows';

/** Each that is given narrows the list. */
export interface ExecutionFilter {
  status?: ExecutionStatus | undefined;
  /** Where it stands, or ended. */
  stepId?: string | undefined;
  version?: number | undefined;
  endUserId?: string | undefined;
  /** By the start. */
  from?: Date | undefined;
  /** Exclusive. */
  before?: Date | undefined;
}

/** Where a page begins: after this execution. */
export interface ListedExecution {
  id: string;
  /** PostgreSQL's text of the instant, so that nothing of it is rounded off. */
  startedAt: string;
}

/** The place of an execution in its journey's list; null when the journey has no such execution. */
export async function findListedExecution(
  database: Database,
  name: { workspaceId: string; journeyId: string; executionId: string },
): Promise<ListedExecution | null> {
  const [row] = await rowsOf<ListedExecution>(
    database.raw(
      `select id, cast(started_at as text) as "startedAt" from executions
        where workspace_id = :workspaceId and journey_id = :journeyId and id = :executionId`,
      name,
    ),
  );
  return row ?? null;
}

const statuses: readonly ExecutionStatus[] = ['RUNNING', 'COMPLETED', 'FAILED', 'CANCELED', 'TERMINATED'];
const newestFirst = 'order by x.started_at desc, x.id desc limit :limit';

/**
 * One page of a journey's executions, newest first. Whatever the filter, only about as many rows are read as the page has, for each status and
 * version that it leaves open: an index holds each of those in this order.
 * @param page.after the execution that the page before ended with
 */
export async function listExecutions(
  database: Database,
  { workspaceId, journeyId }: { workspaceId: string; journeyId: string },
  filter: ExecutionFilter,
  page: { limit: number; after: ListedExecution | null },
): Promise<Execution[]> {
  const columns = listColumns(executionColumns, 'x');
  const where = conditionsOf(filter, page.after);
  return rowsOf<Execution>(
    database.raw(isMerged(filter) ? mergedList(columns, where) : plainList(columns, [...where, ...values(filter)]), {
      workspaceId,
      journeyId,
      limit: page.limit,
      status: filter.status ?? null,
      version: filter.version ?? null,
      stepId: filter.stepId ?? null,
      statuses: filter.status === undefined ? [...statuses] : [filter.status],
      endUserId: filter.endUserId ?? null,
      from: filter.from?.toISOString() ?? null,
      before: filter.before?.toISOString() ?? null,
      afterId: page.after?.id ?? null,
      afterAt: page.after?.startedAt ?? null,
    }),
  );
}

/** A person has few executions: they are read whole. Without a status, version or step, one index has all of them in order. */
const isMerged = ({ status, version, stepId, endUserId }: ExecutionFilter): boolean =>
  endUserId === undefined && (status !== undefined || version !== undefined || stepId !== undefined);

function conditionsOf(filter: ExecutionFilter, after: ListedExecution | null): string[] {
  return [
    'x.workspace_id = :workspaceId and x.journey_id = :journeyId',
    ...(filter.endUserId === undefined ? [] : ['x.end_user_id = :endUserId']),
    ...(filter.stepId === undefined ? [] : ['x.current_step_id = :stepId']),
    ...(filter.from === undefined ? [] : ['x.started_at >= cast(:from as timestamptz)']),
    ...(filter.before === undefined ? [] : ['x.started_at < cast(:before as timestamptz)']),
    ...(after === null ? [] : ['(x.started_at, x.id) < (cast(:afterAt as timestamptz), :afterId)']),
  ];
}

const values = ({ status, version }: ExecutionFilter): string[] => [
  ...(status === undefined ? [] : ['x.status = :status']),
  ...(version === undefined ? [] : ['x.version = :version']),
];

const plainList = (columns: string, where: readonly string[]): string =>
  `select ${columns} from executions x where ${where.join(' and ')} ${newestFirst}`;

const mergedList = (columns: string, where: readonly string[]): string =>
  `select ${columns}
     from unnest(cast(:statuses as text[])) s (status)
     join journey_versions v on v.workspace_id = :workspaceId and v.journey_id = :journeyId
      and (cast(:version as integer) is null or v.version = :version)
    cross join lateral (
      select x.* from executions x
       where ${where.join(' and ')} and x.status = s.status and x.version = v.version ${newestFirst}) x
    ${newestFirst}`;
