/** The workflows of the bundle. Their names are in contract.ts. */
export { checkAnomalies } from './check-anomalies';
export { forgetEndUser } from './forget-end-user';
export { journeyExecution } from './journey-execution';
export { maintainEvents } from './maintain-events';
export { matchHistory } from './match-history';
export { noticeDelivery } from './notice-delivery';
export { reconcileExecutions } from './reconcile-executions';
export { reweighArms } from './reweigh-arms';
export { reweighExperiments } from './reweigh-experiments';
export { connectionDue, syncConnection, syncConnectionSchedules } from './sync-connection';
export { updateRollups } from './update-rollups';
export { digestDue, syncDigests, weeklyDigest } from './weekly-digest';
