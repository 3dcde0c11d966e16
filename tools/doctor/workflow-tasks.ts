import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import type { Database } from '../../db/connection/pool';
import { listOverdueExecutions } from '../../db/installation/waiting-work';
import { grpcErrorOf } from '../../temporal/connect-error';
import { journeyWorkflowId } from '../../workflows/contract/journey-execution';
import { executionTypes } from '../../workflows/contract/names';
import { ok, type Outcome, problem, warning } from './finding';
import { oneLine } from './run-checks';

/** Executions of each source that are checked, so that a check costs the same in every installation. */
const sampled = 50;
/** Concurrent requests to Temporal. */
const concurrency = 10;
/** Failing workflows that a finding names. */
const named = 3;
const heartbeatMs = 120_000;

const { invalidArgument, notFound, unimplemented } = { invalidArgument: 3, notFound: 5, unimplemented: 12 };
const { WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR: nonDeterminism } =
  temporal.api.enums.v1.WorkflowTaskFailedCause;
const { TIMEOUT_TYPE_START_TO_CLOSE: startToClose } = temporal.api.enums.v1.TimeoutType;
const { WORKER_STATUS_RUNNING: running } = temporal.api.enums.v1.WorkerStatus;

type Kind = 'non-determinism' | 'failure' | 'timeout' | 'retry';

interface FailingWorkflow {
  workflowId: string;
  kind: Kind;
  attempt: number;
  /** Why, and on which worker. */
  reason: string;
}

const remedies: Record<Kind, string> = {
  'non-determinism':
    'roll the workers back to the previous release: executions continue; see ApexNonDeterminism in docs/OPERATIONS.md',
  failure: 'see "Workflow tasks fail again and again" in docs/OPERATIONS.md',
  timeout: 'see ApexWorkflowTaskTimeouts in docs/OPERATIONS.md',
  retry: 'see "Stuck executions" in docs/OPERATIONS.md',
};

/**
 * Finds workflows with failing workflow tasks. Temporal lists a workflow only after its fifth failure, about a minute
 * later, so this also looks at executions that should have continued just now.
 */
export async function checkWorkflowTasks(client: Client, database: Database): Promise<Outcome> {
  const reported = await countReported(client);
  const candidates = await listCandidates(client, database, reported > 0);
  const failing = (await mapConcurrently(candidates, (id) => findFailure(client, id))).filter((one) => one !== null);
  const count = Math.max(reported, failing.length);
  if (failing.length > 0) return describeFailures(failing, count);
  if (reported > 0) return problem(`failing repeatedly in ${reported} workflows`, remedies.failure);
  const workers = await listFailingWorkers(client);
  if (workers.length === 0) return ok(`none failing; ${candidates.length} running workflows checked`);
  return problem(
    `failed a moment ago on ${workers.join(', ')}`,
    'run the check again in a minute: Temporal lists the workflows then; see ApexNonDeterminism in docs/OPERATIONS.md',
  );
}

function describeFailures(failing: FailingWorkflow[], count: number): Outcome {
  const kinds = Object.keys(remedies) as Kind[];
  const worstFirst = failing.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  const texts = worstFirst
    .slice(0, named)
    .map(({ workflowId, kind, attempt, reason }) => `${workflowId} (${kind}, attempt ${attempt}${reason})`);
  const more = count > texts.length ? [`${count - texts.length} more`] : [];
  const detail = `failing in ${[...texts, ...more].join(', ')}`;
  const { kind } = worstFirst[0]!;
  // After a worker was killed, one attempt has timed out. The next attempt succeeds.
  const isBrief = kind !== 'non-determinism' && kind !== 'failure' && failing.every(({ attempt }) => attempt <= 2);
  return isBrief ? warning(detail, remedies[kind]) : problem(detail, remedies[kind]);
}

const reportedProblems = 'TemporalReportedProblems in ("category=WorkflowTaskFailed", "category=WorkflowTaskTimedOut")';

/** Counts the workflows that Temporal lists as failing; 0 if this version has no such list. */
async function countReported({ workflow }: Client): Promise<number> {
  try {
    return (await workflow.count(`ExecutionStatus = "Running" and ${reportedProblems}`)).count;
  } catch (error) {
    if (grpcErrorOf(error).code !== invalidArgument) throw error;
    return 0;
  }
}

async function listCandidates(client: Client, database: Database, areReported: boolean): Promise<string[]> {
  const types = executionTypes.map((type) => `"${type}"`).join(', ');
  const lists = await Promise.all([
    areReported ? listRunning(client, reportedProblems) : [],
    // A statement that takes too long only makes the sample smaller.
    listOverdueExecutions(database, sampled).catch(() => []),
    listRunning(client, `WorkflowType in (${types})`),
    listRunning(client, `WorkflowType not in (${types})`),
  ]);
  const [listed, overdue, newest, others] = lists;
  return [...new Set([...listed, ...overdue.map(journeyWorkflowId), ...newest, ...others])];
}

/** Lists the newest running workflows. */
async function listRunning({ connection, options: { namespace } }: Client, condition: string): Promise<string[]> {
  const query = `ExecutionStatus = "Running" and ${condition}`;
  const request = { namespace, query, pageSize: sampled };
  const { executions } = await connection.workflowService.listWorkflowExecutions(request);
  return executions.map(({ execution }) => execution?.workflowId ?? '');
}

/** Finds why the pending workflow task of a workflow is being retried. Returns null if it is not. */
async function findFailure({ connection, options }: Client, workflowId: string): Promise<FailingWorkflow | null> {
  const request = { namespace: options.namespace, execution: { workflowId } };
  try {
    const { pendingWorkflowTask: task } = await connection.workflowService.describeWorkflowExecution(request);
    if (!task) return null;
    const attempt = task.attempt ?? 1;
    const newest = { ...request, maximumPageSize: 10 };
    const { history } = await connection.workflowService.getWorkflowExecutionHistoryReverse(newest);
    return failureIn(history?.events ?? [], { workflowId, attempt });
  } catch (error) {
    if (grpcErrorOf(error).code === notFound) return null;
    throw error;
  }
}

/**
 * The history has the first failure of a task only, and a timeout on the worker that had the workflow in its cache does
 * not count as an attempt.
 * @param events newest first
 */
function failureIn(
  events: temporal.api.history.v1.IHistoryEvent[],
  task: { workflowId: string; attempt: number },
): FailingWorkflow | null {
  for (const event of events) {
    const { workflowTaskFailedEventAttributes: failed, workflowTaskTimedOutEventAttributes: timedOut } = event;
    if (event.workflowTaskCompletedEventAttributes) break;
    if (failed) {
      const kind = failed.cause === nonDeterminism ? 'non-determinism' : 'failure';
      const message = oneLine({ message: failed.failure?.message ?? '' });
      return { ...task, kind, reason: ` on ${failed.identity}: ${message}` };
    }
    if (timedOut?.timeoutType === startToClose) return { ...task, kind: 'timeout', reason: '' };
  }
  return task.attempt > 1 ? { ...task, kind: 'retry', reason: '' } : null;
}

/** Lists workers with failed workflow tasks since their last heartbeat. Empty if the server has no heartbeats. */
async function listFailingWorkers({ connection, options: { namespace } }: Client): Promise<string[]> {
  try {
    const { workersInfo } = await connection.workflowService.listWorkers({ namespace, pageSize: 1_000 });
    return workersInfo
      .map(({ workerHeartbeat: heartbeat }) => heartbeat)
      .filter((heartbeat) => heartbeat?.status === running)
      .filter((heartbeat) => Date.now() - Number(heartbeat?.heartbeatTime?.seconds ?? 0) * 1_000 < heartbeatMs)
      .filter((heartbeat) => (heartbeat?.workflowTaskSlotsInfo?.lastIntervalFailureTasks ?? 0) > 0)
      .map((heartbeat) => heartbeat?.workerIdentity ?? '');
  } catch (error) {
    if (grpcErrorOf(error).code !== unimplemented) throw error;
    return [];
  }
}

async function mapConcurrently<Item, Result>(items: Item[], map: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += concurrency) {
    results.push(...(await Promise.all(items.slice(from, from + concurrency).map(map))));
  }
  return results;
}
