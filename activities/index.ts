import { createConnectionActivities } from './connections';
import { createDeletionActivities } from './deletions';
import { createJourneyActivities } from './journeys';
import { createMaintenanceActivities } from './maintenance';
import { createEmailActivities } from './steps/send';
import { createWebhookActivities } from './steps/webhook';

/** What activities use. The worker's entry point creates it, and tests create their own. */
export type ActivityDependencies = Parameters<typeof createJourneyActivities>[0] &
  Parameters<typeof createEmailActivities>[0] &
  Parameters<typeof createWebhookActivities>[0] &
  Parameters<typeof createConnectionActivities>[0] &
  Parameters<typeof createDeletionActivities>[0] &
  Parameters<typeof createMaintenanceActivities>[0];

/** Activities by the task queue that carries them. */
export function createActivities(dependencies: ActivityDependencies) {
  const webhooks = createWebhookActivities(dependencies);
  const { pullConnection, ...connections } = createConnectionActivities(dependencies);
  return {
    // Calls that were in progress when webhooks got their own queue are still scheduled on this one.
    journeys: { ...createJourneyActivities(dependencies), ...webhooks },
    webhooks: { ...webhooks, pullConnection },
    email: createEmailActivities(dependencies),
    maintenance: {
      ...createMaintenanceActivities(dependencies),
      ...createDeletionActivities(dependencies),
      ...connections,
    },
  };
}

type ByQueue = ReturnType<typeof createActivities>;
export type JourneyActivities = ByQueue['journeys'];
export type WebhookActivities = ByQueue['webhooks'];
export type EmailActivities = ByQueue['email'];
export type MaintenanceActivities = ByQueue['maintenance'];
