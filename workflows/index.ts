/** The workflows of the bundle. Their names are in contract.ts. */
export { journeyExecution } from './journey-execution';
export { noticeDelivery } from './notice-delivery';
export { reconcileExecutions } from './reconcile-executions';
