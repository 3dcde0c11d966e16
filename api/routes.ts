import { invitationPageRoutes } from './accounts/invitation-page';
import { memberRoutes } from './accounts/member-routes';
import { notificationRoutes } from './accounts/notification-routes';
import { passwordResetRoutes } from './accounts/password-reset-routes';
import { accountRoutes } from './accounts/account-routes';
import { oidcRoutes } from './accounts/oidc-routes';
import { sessionRoutes } from './accounts/session-routes';
import { anomalyRoutes } from './analytics/anomaly-routes';
import { analyticsRoutes } from './analytics/routes';
import { apexJsRoutes } from './apex-js/routes';
import { attributionRoutes } from './attribution/routes';
import { auditRoutes } from './audit/routes';
import { audienceRoutes } from './audiences/routes';
import { beliefRoutes } from './beliefs/routes';
import { communicationRoutes } from './communications/routes';
import { connectionRoutes } from './connections/routes';
import { conversionFigureRoutes } from './conversions/figure-routes';
import { conversionRoutes } from './conversions/routes';
import { feedbackRoutes } from './email/feedback-routes';
import { emailRoutes } from './email/routes';
import { trackingRoutes } from './email/tracking-routes';
import { viewRoutes } from './email/view-routes';
import { activityRoutes } from './end-users/activity-routes';
import { erasureRoutes } from './end-users/erasure-routes';
import { peopleImportRoutes } from './end-users/import-routes';
import { endUserRoutes } from './end-users/routes';
import { eventTypeRoutes } from './events/event-type-routes';
import { liveEventRoutes } from './events/live-routes';
import { eventRoutes } from './events/routes';
import { experimentChecklistRoutes } from './experiments/checklist-routes';
import { experimentPowerRoutes } from './experiments/power-routes';
import { experimentProgrammeRoutes } from './experiments/programme-routes';
import { experimentResultsRoutes } from './experiments/results-routes';
import { experimentRoutes } from './experiments/routes';
import { experimentServingRoutes } from './experiments/serving-routes';
import { experimentShareRoutes } from './experiments/share-routes';
import { identityRoutes } from './identity/routes';
import { installRoutes } from './install/routes';
import { journeyDispatchRoutes } from './journeys/dispatch-routes';
import { journeyErasureRoutes } from './journeys/erasure-routes';
import { failureCausesRoute, journeyBulkRoutes } from './journeys/bulk-routes';
import { journeyExecutionRoutes } from './journeys/execution-routes';
import { journeyHistoryRoutes } from './journeys/history-routes';
import { importRoutes } from './journeys/import-routes';
import { journeyLifecycleRoutes } from './journeys/lifecycle-routes';
import { journeyFailuresRoute, journeyFiguresRoute, journeyReportRoutes } from './journeys/reports';
import { journeyRoutes } from './journeys/routes';
import { journeySimulationRoutes } from './journeys/simulate-routes';
import { webhookTestRoutes } from './journeys/test-webhook-routes';
import { journeyStartRoutes } from './journeys/start-routes';
import { keyRoutes } from './keys/routes';
import { transactionalKeyRoutes } from './keys/transactional-routes';
import { metricsRoutes } from './metrics/routes';
import type { Route } from './route';
import { secretRoutes } from './secrets/routes';
import { messageRoutes } from './messages/routes';
import { suppressionRoutes } from './suppressions/routes';
import { targetRoutes } from './targets/routes';
import { transactionalRoutes } from './transactional/routes';
import { triggerContractRoutes } from './trigger-contracts/routes';
import { digestRoutes } from './workspaces/digest-routes';
import { workspaceRoutes } from './workspaces/routes';
import { webhookSecretRoutes } from './workspaces/webhook-secret-routes';

/** Every documented route of the API. */
export const routes: readonly Route[] = [
  ...eventRoutes,
  ...liveEventRoutes,
  ...eventTypeRoutes,
  ...identityRoutes,
  ...apexJsRoutes,
  ...experimentServingRoutes,
  ...experimentProgrammeRoutes,
  ...experimentRoutes,
  ...experimentResultsRoutes,
  ...experimentPowerRoutes,
  ...experimentChecklistRoutes,
  ...experimentShareRoutes,
  ...beliefRoutes,
  ...conversionFigureRoutes,
  ...conversionRoutes,
  ...targetRoutes,
  ...analyticsRoutes,
  ...anomalyRoutes,
  ...attributionRoutes,
  ...endUserRoutes,
  ...activityRoutes,
  ...erasureRoutes,
  ...peopleImportRoutes,
  journeyFiguresRoute,
  journeyFailuresRoute,
  failureCausesRoute,
  ...journeyRoutes,
  ...journeyBulkRoutes,
  ...journeyExecutionRoutes,
  ...journeyStartRoutes,
  ...journeyDispatchRoutes,
  ...journeyErasureRoutes,
  ...journeyLifecycleRoutes,
  ...journeyHistoryRoutes,
  ...journeyReportRoutes,
  ...journeySimulationRoutes,
  ...webhookTestRoutes,
  ...importRoutes,
  ...triggerContractRoutes,
  ...audienceRoutes,
  ...messageRoutes,
  ...suppressionRoutes,
  ...communicationRoutes,
  ...emailRoutes,
  ...trackingRoutes,
  ...viewRoutes,
  ...feedbackRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...oidcRoutes,
  ...passwordResetRoutes,
  ...notificationRoutes,
  ...memberRoutes,
  ...invitationPageRoutes,
  ...keyRoutes,
  ...transactionalKeyRoutes,
  ...transactionalRoutes,
  ...metricsRoutes,
  ...connectionRoutes,
  ...workspaceRoutes,
  ...installRoutes,
  ...webhookSecretRoutes,
  ...secretRoutes,
  ...auditRoutes,
  ...digestRoutes,
];
