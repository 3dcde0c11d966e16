import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { taskQueues } from '../../workflows/contract/names';
import { releaseIn } from '../../worker/identity';
import { ok, type Outcome, problem } from './finding';

/** A worker polls its queue at least once a minute. */
export const silentMs = 120_000;
/** The limit of the alert ApexTasksStartLate. */
const overdueSeconds = 30;

const { TASK_QUEUE_TYPE_WORKFLOW: workflowTasks, TASK_QUEUE_TYPE_ACTIVITY: activityTasks } =
  temporal.api.enums.v1.TaskQueueType;

/** Queues with the kinds of tasks that need a worker: two queues have workflow tasks, and every queue has activities. */
const polled = [
  ...[taskQueues.journeys, taskQueues.maintenance].map((queue) => ({
    queue,
    type: workflowTasks,
    tasks: 'workflow tasks',
  })),
  ...Object.values(taskQueues).map((queue) => ({ queue, type: activityTasks, tasks: 'activities' })),
];

const describeQueue = ({ connection, options: { namespace } }: Client, { queue, type }: (typeof polled)[number]) =>
  connection.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: queue },
    taskQueueType: type,
    reportStats: true,
  });

export async function checkWorkers(client: Client): Promise<Outcome> {
  const workers = new Set<string>();
  const silent: string[] = [];
  for (const one of polled) {
    const { pollers } = await describeQueue(client, one);
    const live = (pollers ?? []).filter(({ lastAccessTime }) => {
      return Date.now() - Number(lastAccessTime?.seconds ?? 0) * 1_000 < silentMs;
    });
    if (live.length === 0) silent.push(`${one.tasks} of ${one.queue}`);
    for (const { identity } of live) workers.add(identity ?? '');
  }
  if (silent.length > 0) return problem(`no worker polls for ${silent.join(', ')}`, 'start a worker: npm run worker');
  const releases = new Set([...workers].map((identity) => releaseIn(identity) ?? 'an unknown release'));
  return ok(`${workers.size} ${workers.size === 1 ? 'worker' : 'workers'} of ${[...releases].sort().join(' and ')}`);
}

/** Finds queues with tasks that wait for a worker. */
export async function checkBacklogs(client: Client): Promise<Outcome> {
  const overdue: string[] = [];
  let waiting = 0;
  for (const one of polled) {
    const { stats } = await describeQueue(client, one);
    const count = Number(stats?.approximateBacklogCount ?? 0);
    const seconds = Number(stats?.approximateBacklogAge?.seconds ?? 0);
    waiting += count;
    if (count > 0 && seconds > overdueSeconds) {
      overdue.push(`${one.tasks} of ${one.queue}: ${count} waiting, the oldest for ${seconds} s`);
    }
  }
  if (overdue.length > 0) return problem(overdue.join('; '), 'see ApexTasksStartLate in docs/OPERATIONS.md');
  return ok(waiting === 0 ? 'no tasks are waiting' : `${waiting} tasks waiting for less than ${overdueSeconds} s`);
}
