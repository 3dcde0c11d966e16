import { insertAnomaly } from '../../db/analytics/anomalies';
import { queueMemberNotice } from '../../db/notices/member-notices';
import { readDailyFigures } from '../../db/reports/daily-figures';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { anomalyMetrics, findAnomaly } from '../../domain/analytics/anomaly';
import { anomalyDays, baselineOf } from '../../domain/analytics/anomaly-days';
import { readReport } from './read-report';
import type { Context } from '../ports';

/**
 * Compares the last two whole days of a workspace with those before, and notifies members of what is unusual, once a day and metric.
 * @returns how many anomalies were found that were not found before
 */
export async function checkAnomalies(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  now: Date,
): Promise<number> {
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) return 0;
  const { timezone } = workspace;
  const { checkedDays, from, to } = anomalyDays(now, timezone);
  const readings = await readReport({ database, replica: null }, workspaceId, async (snapshot) => {
    const read = [];
    for (const metric of anomalyMetrics) {
      const figures = await readDailyFigures(snapshot, metric, {
        workspaceId,
        timezone,
        conversionId: null,
        from,
        to,
      });
      read.push({ metric, figures });
    }
    return read;
  });
  let found = 0;
  for (const { metric, figures } of readings) {
    for (const date of checkedDays.filter((day) => figures.isWhole(day))) {
      const anomaly = findAnomaly(metric, figures.values.get(date) ?? 0, baselineOf(figures.values, date));
      if (anomaly === null) continue;
      found += await database.transaction(async (transaction) => {
        if (!(await insertAnomaly(transaction, workspaceId, { metric, date, ...anomaly }))) return 0;
        await queueMemberNotice(transaction, workspaceId, { template: 'anomaly-detected', metric, date });
        return 1;
      });
    }
  }
  return found;
}
