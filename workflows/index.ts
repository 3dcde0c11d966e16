/** The workflows of the bundle. Their names are in contract.ts. */
export { journeyExecution } from './journey-execution';
export { reconcileExecutions } from './reconcile-executions';
