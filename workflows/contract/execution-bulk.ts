export const bulkWorkflowId = (bulkId: string): string => `executions-bulk/${bulkId}`;

export interface BulkInput {
  workspaceId: string;
  bulkId: string;
}

export interface BulkRound extends BulkInput {
  /** Time limit in seconds. After it, no other portion is started. */
  forSeconds: number;
}

export interface BulkResult {
  /** Whether all matching executions were visited. */
  isDone: boolean;
  matching: number;
  done: number;
  failed: number;
}
