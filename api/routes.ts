import { communicationRoutes } from './communications/routes';
import { emailRoutes } from './email/routes';
import { endUserRoutes } from './end-users/routes';
import { eventRoutes } from './events/routes';
import { identityRoutes } from './identity/routes';
import { journeyRoutes } from './journeys/routes';
import type { Route } from './route';
import { triggerContractRoutes } from './trigger-contracts/routes';

/** Every documented route of the API. */
export const routes: readonly Route[] = [
  ...eventRoutes,
  ...identityRoutes,
  ...endUserRoutes,
  ...journeyRoutes,
  ...triggerContractRoutes,
  ...communicationRoutes,
  ...emailRoutes,
];
