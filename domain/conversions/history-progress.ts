const dayMs = 86_400_000;

export interface HistoryProgress {
  status: 'running' | 'completed';
  /** Days of 24 hours, from the last event back. */
  doneDays: number;
  totalDays: number;
}

/**
 * How far the events of a span are matched, which is done from its end to its beginning.
 * @param matchedFrom events from here on are matched; null when all are
 */
export function historyProgress(span: { from: Date; until: Date } | null, matchedFrom: Date | null): HistoryProgress {
  if (span === null) return { status: 'completed', doneDays: 0, totalDays: 0 };
  const totalDays = Math.floor((span.until.getTime() - span.from.getTime()) / dayMs) + 1;
  if (matchedFrom === null) return { status: 'completed', doneDays: totalDays, totalDays };
  const doneDays = Math.floor((span.until.getTime() - matchedFrom.getTime()) / dayMs);
  return { status: 'running', doneDays: Math.min(totalDays, Math.max(0, doneDays)), totalDays };
}
