export const historyWorkflowId = ({ workspaceId, conversionId }: MatchHistoryInput): string =>
  `conversions/${workspaceId}/${conversionId}`;

export interface MatchHistoryInput {
  workspaceId: string;
  conversionId: string;
}

export interface MatchHistoryRound extends MatchHistoryInput {
  /** Time limit in seconds. After it, no other portion is started. */
  forSeconds: number;
}

export interface MatchHistoryResult {
  /** True if nothing is left to match or to delete. */
  isDone: boolean;
  doneDays: number;
  totalDays: number;
}

/** Notifies a running workflow that the conversion changed again. */
export const conversionChangedSignal = 'conversionChanged';
