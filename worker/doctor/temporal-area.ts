import { Client, type Connection, type ScheduleDescription, ScheduleNotFoundError } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { countRunningExecutions } from '../../db/installation/waiting-work';
import type { Database } from '../../db/connection/pool';
import { connectTemporal } from '../../temporal/client-connection';
import { grpcErrorOf } from '../../temporal/connect-error';
import type { TemporalSettings } from '../../temporal/settings';
import { scheduleIds } from '../../workflows/contract/maintenance';
import { searchAttributeTypes, taskQueues, journeyTypes } from '../../workflows/contract/names';
import { findMissingSearchAttributes } from '../temporal';
import { type Area, ok, type Outcome, problem, skipped, warning } from './finding';
import { oneLine } from './run-checks';

/** Of the namespace; shorter ones lose the history of a run before a person has looked at it. */
const shortestRetentionDays = 3;
/** A worker asks its queue for work at least once a minute. */
const silentMs = 120_000;
const invalidArgument = 3;

const { TASK_QUEUE_TYPE_WORKFLOW: workflowTasks, TASK_QUEUE_TYPE_ACTIVITY: activityTasks } =
  temporal.api.enums.v1.TaskQueueType;

/** Of which kind each queue's tasks are: workflows run by one of them, activities by the others too. */
const polled = [
  { queue: taskQueues.journeys, type: workflowTasks, tasks: 'workflow tasks' },
  ...Object.values(taskQueues).map((queue) => ({ queue, type: activityTasks, tasks: 'activities' })),
];

/** Temporal, and what the service keeps there. @param database compared with it; its area says what is wrong with it */
export function temporalArea(settings: TemporalSettings, database: Database): Area {
  let connection: Connection | undefined;
  const client = (): Client => new Client({ connection: connection!, namespace: settings.TEMPORAL_NAMESPACE });
  return {
    name: 'Temporal',
    entry: {
      name: 'server',
      async run() {
        try {
          connection = await connectTemporal(settings);
        } catch (error) {
          return problem(oneLine(error), 'see "Temporal TLS and API keys" in docs/OPERATIONS.md');
        }
        const { serverVersion } = await connection.workflowService.getSystemInfo({});
        return ok(`version ${serverVersion} at ${settings.TEMPORAL_ADDRESS}, namespace ${settings.TEMPORAL_NAMESPACE}`);
      },
    },
    checks: [
      { name: 'retention', run: () => checkRetention(client()) },
      { name: 'search attributes', run: () => checkSearchAttributes(client()) },
      { name: 'workers', run: () => checkWorkers(client()) },
      { name: 'schedules', run: () => checkSchedules(client()) },
      { name: 'executions', run: () => checkExecutions(client(), database) },
      { name: 'workflow tasks', run: () => checkWorkflowTasks(client()) },
    ],
    close: async () => connection?.close(),
  };
}

async function checkRetention({ connection, options: { namespace } }: Client): Promise<Outcome> {
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  const days = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / 86_400;
  const kept = `histories of ended runs are kept for ${Number(days.toFixed(1))} days`;
  if (days >= shortestRetentionDays) return ok(kept);
  return warning(kept, `temporal operator namespace update --namespace ${namespace} --retention 7d`);
}

async function checkSearchAttributes(client: Client): Promise<Outcome> {
  const missing = await findMissingSearchAttributes(client);
  if (missing === null) return ok(`${Object.keys(searchAttributeTypes).length} registered`);
  return problem(missing.reason, `start a worker, which registers them, or register ${missing.wanted}`);
}

async function checkWorkers({ connection, options: { namespace } }: Client): Promise<Outcome> {
  const workers = new Set<string>();
  const silent: string[] = [];
  for (const { queue, type, tasks } of polled) {
    const request = { namespace, taskQueue: { name: queue }, taskQueueType: type };
    const { pollers } = await connection.workflowService.describeTaskQueue(request);
    const live = (pollers ?? []).filter(({ lastAccessTime }) => {
      return Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1_000 < silentMs;
    });
    if (live.length === 0) silent.push(`${tasks} of ${queue}`);
    for (const { identity } of live) workers.add(identity ?? '');
  }
  if (silent.length > 0) return problem(`no worker takes ${silent.join(', ')}`, 'start a worker: npm run worker');
  return ok(`${workers.size} ${workers.size === 1 ? 'takes' : 'take'} tasks`);
}

async function checkSchedules({ schedule }: Client): Promise<Outcome> {
  const missing: string[] = [];
  const paused: string[] = [];
  const overdue: string[] = [];
  for (const id of Object.values(scheduleIds)) {
    const description = await schedule
      .getHandle(id)
      .describe()
      .catch((error: unknown) => {
        if (error instanceof ScheduleNotFoundError) return null;
        throw error;
      });
    if (description === null) missing.push(id);
    else if (description.state.paused) paused.push(id);
    else if (isOverdue(description)) overdue.push(id);
  }
  if (missing.length > 0) return problem(`missing: ${missing.join(', ')}`, 'start a worker, which makes them');
  if (overdue.length > 0)
    return problem(`not run when due: ${overdue.join(', ')}`, 'see their last runs in the Temporal UI');
  if (paused.length > 0) {
    return warning(`paused: ${paused.join(', ')}`, `temporal schedule toggle --unpause --schedule-id ${paused[0]!}`);
  }
  return ok(`${Object.keys(scheduleIds).length} run`);
}

/** Its next run should have begun, by more than a busy server explains. */
function isOverdue({ info: { nextActionTimes, runningActions } }: ScheduleDescription): boolean {
  const [next] = nextActionTimes;
  return runningActions.length === 0 && next !== undefined && Date.now() - next.getTime() > silentMs;
}

/** Executions that run for the database only are started again by the reconciler, within its rounds. */
async function checkExecutions({ workflow }: Client, database: Database): Promise<Outcome> {
  const { running, starting } = await countRunningExecutions(database);
  const { count } = await workflow.count(
    `WorkflowType in (${journeyTypes.map((type) => `"${type}"`).join(', ')}) and ExecutionStatus = "Running"`,
  );
  const started = Math.max(0, running - starting);
  const sums = `${running} run by the database, ${count} by Temporal`;
  // What has just ended or begun is in one of them only; visibility is a second behind.
  const isNear = Math.abs(started - count) <= Math.max(5, 0.02 * started);
  return isNear ? ok(sums) : warning(sums, 'npm run journeys -- reconcile mends what differs at once, and lists it');
}

async function checkWorkflowTasks({ workflow }: Client): Promise<Outcome> {
  try {
    const { count } = await workflow.count(
      'ExecutionStatus = "Running" and TemporalReportedProblems in ("category=WorkflowTaskFailed", "category=WorkflowTaskTimedOut")',
    );
    if (count === 0) return ok('none fails');
    return problem(
      `those of ${count} workflows fail again and again`,
      'see "Workflow tasks fail again and again" in docs/OPERATIONS.md',
    );
  } catch (error) {
    if (grpcErrorOf(error).code !== invalidArgument) throw error;
    return skipped('this version of Temporal does not list workflows whose tasks fail');
  }
}
