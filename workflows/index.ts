/** The workflows of the bundle. Their names are in contract/names.ts. */
export { deleteWorkspace } from './delete-workspace';
export { executionBulk } from './execution-bulk';
export { forgetEndUser } from './forget-end-user';
export { journey, journeyRun } from './journey-execution';
export { maintainEvents } from './maintain-events';
export * from './maintenance';
export { matchHistory } from './match-history';
export { messageResend } from './message-resend';
export { noticeDelivery } from './notice-delivery';
export { connectionDue, syncConnection } from './sync-connection';
export { digestDue, weeklyDigest } from './weekly-digest';
