import type { WorkerOptions } from '@temporalio/worker';
import type { WorkerSettings } from '../config';
import type { Queue } from './settings';

type VersioningSettings = Pick<WorkerSettings, 'TEMPORAL_VERSIONING' | 'TEMPORAL_DEPLOYMENT' | 'RELEASE'>;

/**
 * Behavior of a queue's workflows when the current release changes. Executions wait for months, so they move to the new
 * release. Other workflows end on the release that started them. `email` and `webhooks` have no workflows, but a
 * versioned worker must name a behavior.
 */
const behaviors = {
  journeys: 'AUTO_UPGRADE',
  email: 'PINNED',
  webhooks: 'PINNED',
  maintenance: 'PINNED',
} as const satisfies Record<Queue, string>;

/**
 * Returns the worker deployment version of a queue's worker; empty without versioning. Each queue has it, because
 * activities then run on the release of their workflow. Workers of both releases would share an unversioned queue, and
 * a ramp of 10% would give the new release about half of all messages.
 */
export function versioningOf(
  { TEMPORAL_VERSIONING, TEMPORAL_DEPLOYMENT: deploymentName, RELEASE: buildId }: VersioningSettings,
  queue: Queue,
): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (TEMPORAL_VERSIONING === 'off' || buildId === undefined) return {};
  return {
    workerDeploymentOptions: {
      version: { deploymentName, buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: behaviors[queue],
    },
  };
}
