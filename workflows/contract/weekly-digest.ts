/** Returns the schedule id of a workspace's digest. Each workspace has one schedule. */
export const digestScheduleId = (workspaceId: string): string => `digest/${workspaceId}`;

/** @param date local to the workspace, ISO 8601 */
export const digestWorkflowId = (workspaceId: string, date: string): string => `digest/${workspaceId}/${date}`;

/** Input of the workflow that the digest schedule starts. */
export interface DigestDueInput {
  workspaceId: string;
  /** Time zone of the workspace and of the schedule's times. */
  timezone: string;
}

export interface DigestInput {
  workspaceId: string;
  /** Local to the workspace, ISO 8601. */
  date: string;
}

export interface DigestResult {
  /** Number of messages written to members. */
  notices: number;
}
