/** One schedule a workspace. */
export const digestScheduleId = (workspaceId: string): string => `digest/${workspaceId}`;

/** @param date local to the workspace, ISO 8601 */
export const digestWorkflowId = (workspaceId: string, date: string): string => `digest/${workspaceId}/${date}`;

/** What the schedule of a workspace's digest starts. */
export interface DigestDueInput {
  workspaceId: string;
  /** The workspace's, in which the schedule's times are. */
  timezone: string;
}

export interface DigestInput {
  workspaceId: string;
  /** Local to the workspace, ISO 8601. */
  date: string;
}

export interface DigestResult {
  /** Messages to members that were written. */
  notices: number;
}
