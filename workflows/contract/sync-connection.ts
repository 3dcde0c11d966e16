/** One schedule a connection. */
export const connectionScheduleId = (connectionId: string): string => `connection/${connectionId}`;

/** One pull of a connection at a time. */
export const connectionWorkflowId = (connectionId: string): string => `connection/${connectionId}`;

export interface SyncConnectionInput {
  workspaceId: string;
  connectionId: string;
  /** Members are notified when it is done. */
  byHand?: true;
}

export interface SyncConnectionResult {
  /** `gone`: the connection was deleted; `refused`: no repeat helps; `gave_up`: none helped. Why is in the connection. */
  outcome: 'pulled' | 'gone' | 'refused' | 'gave_up';
  /** Campaigns' days that were stored. */
  rows: number;
}
