import { optionalTsToMs } from '@temporalio/common/lib/time';
import { temporal } from '@temporalio/proto';
import { taskQueues } from '../../workflows/contract/names';
import { countWorkflows, readDeployment, unversioned, type Target } from '../release/deployment';
import { ok, type Outcome, problem, warning } from './finding';
import { silentMs } from './task-queues';

const { TASK_QUEUE_TYPE_WORKFLOW: workflowTasks } = temporal.api.enums.v1.TaskQueueType;
const { WORKER_VERSIONING_MODE_VERSIONED: versioned } = temporal.api.enums.v1.WorkerVersioningMode;

/**
 * Checks that the releases that Temporal sends executions to, and those with pinned workflows, have workers.
 * @param given releases with a worker, if they are known
 */
export async function checkReleases(target: Target, given?: ReadonlySet<string>): Promise<Outcome> {
  const polling = given ?? (await findPollingReleases(target));
  const deployment = await readDeployment(target);
  if (deployment === null) return ok('workers without versions');
  const { current, ramping, releases } = deployment;
  const routed = [current, ...(ramping === null ? [] : [ramping.id])];
  const idle = routed.find((id) => !polling.has(id));
  if (idle !== undefined) {
    const others = [...polling]
      .filter((id) => !routed.includes(id))
      .map((id) => `; ${id} has, and gets no executions`)
      .join('');
    return problem(
      `release ${idle} gets executions and has no worker${others}`,
      'start its workers, or choose another release: npm run release -- promote --release ID',
    );
  }
  for (const { id } of releases.filter((release) => !polling.has(release.id))) {
    const { pinned } = await countWorkflows(target, id);
    if (pinned > 0) {
      return warning(
        `${pinned} workflows are pinned to release ${id}, which has no worker`,
        `start one, or run npm run release -- move ${id}`,
      );
    }
  }
  return ok(`${current} is current${ramping === null ? '' : `, ${ramping.id} gets ${ramping.percent}%`}`);
}

/** Returns the releases with a worker for executions. */
async function findPollingReleases({ client, deploymentName }: Target): Promise<Set<string>> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: taskQueues.journeys },
    taskQueueType: workflowTasks,
  });
  const live = (pollers ?? []).filter(
    ({ lastAccessTime }) => Date.now() - (optionalTsToMs(lastAccessTime) ?? 0) < silentMs,
  );
  const ids = live.flatMap(({ deploymentOptions: options }) => {
    if (options?.workerVersioningMode !== versioned) return unversioned;
    return options.deploymentName === deploymentName ? (options.buildId ?? '') : [];
  });
  return new Set(ids);
}
