import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time';
import { temporal } from '@temporalio/proto';
import { grpcErrorOf } from '../../temporal/connect-error';
import { listExecutions } from './list-executions';

const notFound = 5;

const { WorkerDeploymentVersionStatus: status } = temporal.api.enums.v1;
const { ROUTING_CONFIG_UPDATE_STATE_IN_PROGRESS } = temporal.api.enums.v1.RoutingConfigUpdateState;

type ReleaseState = 'inactive' | 'current' | 'ramping' | 'draining' | 'drained';

const states: Record<number, ReleaseState> = {
  [status.WORKER_DEPLOYMENT_VERSION_STATUS_CURRENT]: 'current',
  [status.WORKER_DEPLOYMENT_VERSION_STATUS_RAMPING]: 'ramping',
  [status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINING]: 'draining',
  [status.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINED]: 'drained',
};

/** Name of the workers without versions, in commands and output. */
export const unversioned = 'unversioned';

export interface Release {
  id: string;
  state: ReleaseState;
  createdMs: number;
  wasCurrent: boolean;
}

/** Routing of a worker deployment. Releases are those whose workers have polled, newest first. */
export interface Deployment {
  /** Release of new executions and of those that are not pinned; `unversioned` until the first promotion. */
  current: string;
  ramping: { id: string; percent: number } | null;
  releases: Release[];
}

/** A client with the name of the deployment. */
export interface Target {
  client: Client;
  deploymentName: string;
}

type DeploymentInfo = temporal.api.deployment.v1.IWorkerDeploymentInfo;

/** @returns null if no versioned worker has polled yet */
export async function readDeployment({ client, deploymentName }: Target): Promise<Deployment | null> {
  const { namespace } = client.options;
  try {
    const { workerDeploymentInfo: info } = await client.workflowService.describeWorkerDeployment({
      namespace,
      deploymentName,
    });
    return { ...routingOf(info ?? {}), releases: releasesOf(info ?? {}) };
  } catch (error) {
    if (grpcErrorOf(error).code === notFound) return null;
    throw error;
  }
}

function routingOf({ routingConfig: routing }: DeploymentInfo): Omit<Deployment, 'releases'> {
  const id = routing?.rampingDeploymentVersion?.buildId ?? '';
  return {
    current: routing?.currentDeploymentVersion?.buildId ?? unversioned,
    ramping: id === '' ? null : { id, percent: routing?.rampingVersionPercentage ?? 0 },
  };
}

const releasesOf = ({ versionSummaries }: DeploymentInfo): Release[] =>
  (versionSummaries ?? [])
    .map((version) => ({
      id: version.deploymentVersion?.buildId ?? '',
      state: states[version.status ?? 0] ?? 'inactive',
      createdMs: optionalTsToMs(version.createTime) ?? 0,
      wasCurrent: optionalTsToMs(version.lastCurrentTime) !== undefined,
    }))
    .sort((one, other) => other.createdMs - one.createdMs);

/**
 * Sends new executions, and those that are not pinned, to a release.
 * @param options.ignoreMissingTaskQueues whether the release may lack a queue of the current one
 */
export async function setCurrent(
  { client, deploymentName }: Target,
  id: string,
  options: { ignoreMissingTaskQueues?: boolean } = {},
): Promise<void> {
  const buildId = id === unversioned ? '' : id;
  const { namespace } = client.options;
  await client.workflowService.setWorkerDeploymentCurrentVersion({ namespace, deploymentName, buildId, ...options });
  await untilRouted({ client, deploymentName });
}

/** Sends a share of them to a release. @param percent 0 to 100; null ends the ramp */
export async function setRamp(
  { client, deploymentName }: Target,
  ramp: { id: string; percent: number } | null,
): Promise<void> {
  await client.workflowService.setWorkerDeploymentRampingVersion({
    namespace: client.options.namespace,
    deploymentName,
    buildId: ramp?.id ?? '',
    percentage: ramp?.percent ?? 0,
  });
  await untilRouted({ client, deploymentName });
}

const routedWithinMs = 30_000;

/** Waits until the change has reached the task queues. After 30 s it continues: the server still applies it. */
async function untilRouted({ client, deploymentName }: Target): Promise<void> {
  const { namespace } = client.options;
  for (const deadline = Date.now() + routedWithinMs; Date.now() < deadline; await delay(200)) {
    const { workerDeploymentInfo: info } = await client.workflowService.describeWorkerDeployment({
      namespace,
      deploymentName,
    });
    if (info?.routingConfigUpdateState !== ROUTING_CONFIG_UPDATE_STATE_IN_PROGRESS) return;
  }
}

/**
 * Finds the release to return to: the newest one that was current and is older than the current one. A second rollback
 * then does not return to the release that the first one left.
 */
export function previousRelease({ current, releases }: Deployment): string | undefined {
  const since = releases.find(({ id }) => id === current)?.createdMs;
  if (since === undefined) return undefined;
  return releases.find(({ id, createdMs, wasCurrent }) => wasCurrent && id !== current && createdMs <= since)?.id;
}

/** Returns the query for running workflows whose last workflow task completed on a release. */
const queryOf = ({ deploymentName }: Target, id: string): string =>
  id === unversioned
    ? 'ExecutionStatus = "Running" and TemporalWorkerDeploymentVersion is null'
    : `ExecutionStatus = "Running" and TemporalWorkerDeploymentVersion = "${deploymentName}:${id}"`;

const pinnedQueryOf = (target: Target, id: string): string =>
  `${queryOf(target, id)} and TemporalWorkflowVersioningBehavior = "Pinned"`;

/** Counts the running workflows of a release, and how many of them are pinned to it. */
export async function countWorkflows(target: Target, id: string): Promise<{ all: number; pinned: number }> {
  const count = async (query: string): Promise<number> => (await target.client.workflow.count(query)).count;
  const all = await count(queryOf(target, id));
  return { all, pinned: id === unversioned ? 0 : await count(pinnedQueryOf(target, id)) };
}

/** Lets workflows that are pinned to a release continue on the current one. @returns their ids */
export async function unpinWorkflows(target: Target, id: string): Promise<string[]> {
  const { client } = target;
  const moved: string[] = [];
  for (const { execution } of await listExecutions(client, pinnedQueryOf(target, id))) {
    try {
      await client.workflowService.updateWorkflowExecutionOptions({
        namespace: client.options.namespace,
        workflowExecution: execution,
        workflowExecutionOptions: { versioningOverride: { autoUpgrade: true } },
        updateMask: { paths: ['versioning_override'] },
      });
      moved.push(execution?.workflowId ?? '');
    } catch (error) {
      // It has ended since it was listed.
      if (grpcErrorOf(error).code !== notFound) throw error;
    }
  }
  return moved;
}
