export const historyWorkflowId = ({ workspaceId, conversionId }: MatchHistoryInput): string =>
  `conversions/${workspaceId}/${conversionId}`;

export interface MatchHistoryInput {
  workspaceId: string;
  conversionId: string;
}

export interface MatchHistoryRound extends MatchHistoryInput {
  /** Seconds after which no further portion is begun. */
  forSeconds: number;
}

export interface MatchHistoryResult {
  /** Nothing is left to match or to delete. */
  isDone: boolean;
  doneDays: number;
  totalDays: number;
}

/** Tells a running workflow that the conversion has changed again. */
export const conversionChangedSignal = 'conversionChanged';
