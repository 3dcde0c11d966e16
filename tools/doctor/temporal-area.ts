import { Client, type Connection, type ScheduleDescription, ScheduleNotFoundError } from '@temporalio/client';
import { countRunningExecutions } from '../../db/installation/waiting-work';
import type { Database } from '../../db/connection/pool';
import { connectTemporal } from '../../temporal/client-connection';
import type { TemporalSettings } from '../../temporal/settings';
import { scheduleIds } from '../../workflows/contract/maintenance';
import { searchAttributeTypes, executionTypes } from '../../workflows/contract/names';
import { findMissingSearchAttributes } from '../../worker/temporal';
import { type Area, ok, type Outcome, problem, warning } from './finding';
import { checkReleases } from './releases';
import { oneLine } from './run-checks';
import { checkBacklogs, checkWorkers } from './task-queues';
import { checkWorkflowTasks } from './workflow-tasks';

/** Retention of the namespace. A shorter one deletes histories before a person can look at them. */
const shortestRetentionDays = 3;
/** A schedule that is later than this is overdue: a busy server does not explain it. */
const overdueMs = 120_000;

/**
 * Checks Temporal and the service's data in it.
 * @param database compared with Temporal; its own area reports its problems
 */
export function temporalArea(settings: TemporalSettings & { TEMPORAL_DEPLOYMENT: string }, database: Database): Area {
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
      { name: 'task queues', run: () => checkBacklogs(client()) },
      {
        name: 'releases',
        run: () => checkReleases({ client: client(), deploymentName: settings.TEMPORAL_DEPLOYMENT }),
      },
      { name: 'schedules', run: () => checkSchedules(client()) },
      { name: 'executions', run: () => checkExecutions(client(), database) },
      { name: 'workflow tasks', run: () => checkWorkflowTasks(client(), database) },
    ],
    close: async () => connection?.close(),
  };
}

async function checkRetention({ connection, options: { namespace } }: Client): Promise<Outcome> {
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  const days = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / 86_400;
  const kept = `histories of ended executions are kept for ${Number(days.toFixed(1))} days`;
  if (days >= shortestRetentionDays) return ok(kept);
  return warning(kept, `temporal operator namespace update --namespace ${namespace} --retention 7d`);
}

async function checkSearchAttributes(client: Client): Promise<Outcome> {
  const missing = await findMissingSearchAttributes(client);
  if (missing === null) return ok(`${Object.keys(searchAttributeTypes).length} registered`);
  return problem(missing.reason, `start a worker, which registers them, or register ${missing.wanted}`);
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
  if (missing.length > 0) return problem(`missing: ${missing.join(', ')}`, 'start a worker, which creates them');
  if (overdue.length > 0) return problem(`overdue: ${overdue.join(', ')}`, 'see their last runs in the Temporal UI');
  if (paused.length > 0) {
    return warning(`paused: ${paused.join(', ')}`, `temporal schedule toggle --unpause --schedule-id ${paused[0]!}`);
  }
  return ok(`${Object.keys(scheduleIds).length} active`);
}

function isOverdue({ info: { nextActionTimes, runningActions } }: ScheduleDescription): boolean {
  const [next] = nextActionTimes;
  return runningActions.length === 0 && next !== undefined && Date.now() - next.getTime() > overdueMs;
}

/**
 * Compares the running executions of the database and Temporal. The reconciler restarts executions that only the
 * database has.
 */
async function checkExecutions({ workflow }: Client, database: Database): Promise<Outcome> {
  const { running, starting } = await countRunningExecutions(database);
  const { count } = await workflow.count(
    `WorkflowType in (${executionTypes.map((type) => `"${type}"`).join(', ')}) and ExecutionStatus = "Running"`,
  );
  const started = Math.max(0, running - starting);
  const sums = `${running} running in the database, ${count} in Temporal`;
  // Executions that just started or ended are only on one side, and visibility is a second late.
  const isNear = Math.abs(started - count) <= Math.max(5, 0.02 * started);
  return isNear
    ? ok(sums)
    : warning(sums, 'run npm run journeys -- reconcile, which fixes the differences and lists them');
}
