import type { Anomaly, AnomalyMetric } from '../../domain/analytics/anomaly';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Days with an unusual figure: `anomalies`. */
export interface FoundAnomaly extends Anomaly {
  metric: AnomalyMetric;
  /** ISO 8601, in the workspace's timezone. */
  date: string;
}

/**
 * Stores an anomaly.
 * @returns false if the metric already has one for this day
 */
export async function insertAnomaly(
  transaction: Database,
  workspaceId: string,
  { metric, date, value, expected, score }: FoundAnomaly,
): Promise<boolean> {
  const rows = await transaction('anomalies')
    .insert({ workspace_id: workspaceId, metric, day: date, value, expected, score })
    .onConflict(['workspace_id', 'metric', 'day'])
    .ignore()
    .returning('day');
  return rows.length > 0;
}

/** Finds the anomaly of a metric on a day. Returns null if there is none. */
export async function findStoredAnomaly(
  database: Database,
  workspaceId: string,
  { metric, date }: { metric: string; date: string },
): Promise<Anomaly | null> {
  const row = await database('anomalies')
    .where({ workspace_id: workspaceId, metric, day: date })
    .first<Anomaly | undefined>('value', 'expected', 'score');
  return row ?? null;
}

/** Lists the anomalies of a date range, both ends included, newest first. */
export const listAnomalies = (
  database: Database,
  workspaceId: string,
  { from, to }: { from: string; to: string },
): Promise<(FoundAnomaly & { createdAt: Date })[]> =>
  rowsOf(
    database.raw(
      `select metric, day::text as date, value, expected, score, created_at as "createdAt" from anomalies
        where workspace_id = ? and day between ? and ? order by day desc, metric`,
      [workspaceId, from, to],
    ),
  );
