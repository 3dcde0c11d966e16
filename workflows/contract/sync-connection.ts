/** Returns the schedule id of a connection. Each connection has one schedule. */
export const connectionScheduleId = (connectionId: string): string => `connection/${connectionId}`;

/** Returns the workflow id of a connection's pull. The id allows one pull at a time. */
export const connectionWorkflowId = (connectionId: string): string => `connection/${connectionId}`;

export interface SyncConnectionInput {
  workspaceId: string;
  connectionId: string;
  /** Set for a manual pull: members are notified when it is done. */
  byHand?: true;
}

export interface SyncConnectionResult {
  /**
   * `gone`: the connection was deleted. `refused`: a retry cannot help. `gave_up`: all retries failed. The reason is in
   * the connection.
   */
  outcome: 'pulled' | 'gone' | 'refused' | 'gave_up';
  /** Stored rows, one per campaign and day. */
  rows: number;
}
