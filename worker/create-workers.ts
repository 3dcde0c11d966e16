import {
  ResourceBasedController,
  Worker,
  type NativeConnection,
  type WorkerOptions,
  type WorkerTuner,
} from '@temporalio/worker';
import type { createActivities } from '../activities';
import type { WorkerSettings } from '../config';
import { dataConverterOf } from '../temporal/payload-codec';
import { taskQueues } from '../workflows/contract/names';
import { workflowBundlePath } from './bundle';
import { createWorkflowCounts } from './count-workflows';
import { releaseOf, workerIdentity } from './identity';
import type { Queue } from './settings';
import { shareSlots } from './share-slots';
import { traceActivities } from './trace-interceptors';
import { versioningOf } from './versioning';

const shutdownGraceMs = 20_000;
/** The service's own work needs only a few concurrent workflows. */
const cachedMaintenance = 20;

/**
 * Creates the workers of the selected queues. Queues with workflows get slots while processor and memory are below their
 * targets, because their work is computation. Email and webhooks wait for others, so their slots are fixed, and
 * workspaces can share them.
 */
export async function createWorkers(
  connection: NativeConnection,
  activities: ReturnType<typeof createActivities>,
  settings: WorkerSettings,
): Promise<Worker[]> {
  const shared: WorkerOptions = {
    taskQueue: '',
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    identity: workerIdentity(await releaseOf(settings)),
    shutdownGraceTime: shutdownGraceMs,
    activityTaskPollerBehavior: pollers(settings),
    ...dataConverterOf(settings),
  };
  const withWorkflows: WorkerOptions = {
    ...shared,
    interceptors: { activity: [traceActivities] },
    sinks: createWorkflowCounts(),
    workflowBundle: { codePath: settings.WORKFLOW_BUNDLE ?? (await workflowBundlePath()) },
    workflowTaskPollerBehavior: pollers(settings),
    tuner: tunerOf(settings),
  };
  const optionsOf: Record<Queue, Omit<WorkerOptions, 'taskQueue'>> = {
    // A cached execution takes 0.4 MB. Others are replayed when they continue.
    journeys: { ...withWorkflows, maxCachedWorkflows: settings.WORKER_CACHED_RUNS },
    // Where the server is fair, a workspace's backlog does not delay others, and sends do not hang.
    email: { ...shared, ...slotsOf(settings.WORKER_EMAIL_SLOTS, { isShared: settings.TEMPORAL_FAIRNESS === 'off' }) },
    webhooks: { ...shared, ...slotsOf(settings.WORKER_WEBHOOK_SLOTS, { isShared: true }) },
    maintenance: { ...withWorkflows, maxCachedWorkflows: cachedMaintenance, workflowThreadPoolSize: 1 },
  };
  return Promise.all(
    settings.WORKER_QUEUES.map((queue) =>
      Worker.create({
        ...optionsOf[queue],
        ...versioningOf(settings, queue),
        taskQueue: taskQueues[queue],
        activities: activities[queue],
      }),
    ),
  );
}

/** Opens as many polls as the server has tasks for. */
const pollers = ({ WORKER_MAX_POLLERS: maximum }: WorkerSettings) => ({
  type: 'autoscaling' as const,
  minimum: Math.min(2, maximum),
  initial: Math.min(5, maximum),
  maximum,
});

/** Fixed slots. @param options.isShared whether workspaces share them */
const slotsOf = (slots: number, { isShared }: { isShared: boolean }) => ({
  maxConcurrentActivityTaskExecutions: slots,
  interceptors: { activity: isShared ? [traceActivities, shareSlots(slots)] : [traceActivities] },
});

/** The queues of a process share one controller, because they share its processor and memory. */
function tunerOf(settings: WorkerSettings): WorkerTuner {
  const controller = ResourceBasedController.create({
    targetCpuUsage: settings.WORKER_TARGET_CPU,
    targetMemoryUsage: settings.WORKER_TARGET_MEMORY,
  });
  const slots = {
    minimumSlots: Math.min(settings.WORKER_MIN_SLOTS, settings.WORKER_MAX_SLOTS),
    maximumSlots: settings.WORKER_MAX_SLOTS,
    rampThrottle: rampMs,
  };
  return {
    controller,
    workflowTaskSlotOptions: slots,
    activityTaskSlotOptions: slots,
    localActivityTaskSlotOptions: slots,
  };
}

/** Milliseconds between two slots above the minimum. */
const rampMs = 10;
