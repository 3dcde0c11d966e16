const dayMs = 86_400_000;

export interface HistoryProgress {
  status: 'running' | 'completed';
  /** Days of 24 hours, counted back from the last event. */
  doneDays: number;
  totalDays: number;
}

/**
 * Returns how much of a time span is matched. Matching goes from its end to its start.
 * @param matchedFrom events from this time on are matched; null if all are
 */
export function historyProgress(span: { from: Date; until: Date } | null, matchedFrom: Date | null): HistoryProgress {
  if (span === null) return { status: 'completed', doneDays: 0, totalDays: 0 };
  const totalDays = Math.floor((span.until.getTime() - span.from.getTime()) / dayMs) + 1;
  if (matchedFrom === null) return { status: 'completed', doneDays: totalDays, totalDays };
  const doneDays = Math.floor((span.until.getTime() - matchedFrom.getTime()) / dayMs);
  return { status: 'running', doneDays: Math.min(totalDays, Math.max(0, doneDays)), totalDays };
}
