import type { ExecutionStatus } from '../../domain/journeys/schemas';
import { executionColumns, type Execution } from '../journeys/executions';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import type { StepOutcome } from '../journeys/step-outcomes';
import { listColumns } from '../connection/rows';

/** Each given field narrows the list. */
export interface ExecutionFilter {
  status?: ExecutionStatus | undefined;
  /** The current step, or the step at which it ended. With an outcome, any step that it left. */
  stepId?: string | undefined;
  /** How it left the step. */
  stepOutcome?: StepOutcome['status'] | undefined;
  version?: number | undefined;
  endUserId?: string | undefined;
  /** Earliest start, inclusive. */
  from?: Date | undefined;
  /** Latest start, exclusive. */
  before?: Date | undefined;
}

/** The execution after which a page starts. */
export interface ListedExecution {
  id: string;
  /** An instant in PostgreSQL's text format, so that it is not rounded. */
  startedAt: string;
}

/** Finds the position of an execution in its journey's list. Returns null if the journey has no such execution. */
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
 * Lists one page of a journey's executions, newest first. For any filter, only about one page of rows is read per
 * status and version that it allows, because an index has each of those in this order.
 * @param page.after the last execution of the previous page
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
      stepOutcome: filter.stepOutcome ?? null,
      statuses: filter.status === undefined ? [...statuses] : [filter.status],
      endUserId: filter.endUserId ?? null,
      from: filter.from?.toISOString() ?? null,
      before: filter.before?.toISOString() ?? null,
      afterId: page.after?.id ?? null,
      afterAt: page.after?.startedAt ?? null,
    }),
  );
}

/**
 * Returns whether the list is merged per status and version. A person has few executions, so all of them are read.
 * Without a status, version or current step, one index has all executions in order. Another index has the few executions
 * that skipped or failed a step.
 */
const isMerged = ({ status, version, stepId, stepOutcome, endUserId }: ExecutionFilter): boolean =>
  endUserId === undefined &&
  (status !== undefined || version !== undefined || (stepId !== undefined && stepOutcome === undefined));

const leftStep = `exists (select from execution_steps s
   where s.workspace_id = x.workspace_id and s.execution_id = x.id and s.step_id = :stepId and s.status = :stepOutcome)`;

function conditionsOf(filter: ExecutionFilter, after: ListedExecution | null): string[] {
  return [
    'x.workspace_id = :workspaceId and x.journey_id = :journeyId',
    ...(filter.endUserId === undefined ? [] : ['x.end_user_id = :endUserId']),
    ...(filter.stepId === undefined
      ? []
      : [filter.stepOutcome === undefined ? 'x.current_step_id = :stepId' : leftStep]),
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
