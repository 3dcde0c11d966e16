import { Context } from '@temporalio/activity';
import { insertAnomaly } from '../db/anomalies';
import type { Database } from '../db/connection';
import { listWorkspaceIds } from '../db/digests';
import { queueMemberNotice } from '../db/member-notices';
import { readDailyFigures } from '../db/reports/daily-figures';
import { findWorkspace } from '../db/workspaces';
import { anomalyMetrics, findAnomaly } from '../domain/analytics/anomaly';
import { anomalyDays, baselineOf } from '../domain/analytics/anomaly-days';
import type { CheckAnomaliesResult } from '../workflows/contract';
import { withHeartbeat } from './heartbeat';

const pageSize = 500;

export function createAnomalyActivities({ database }: { database: Database }) {
  return {
    /** Judges the last two whole days of every workspace. A day that was found before is not found again. */
    async checkAnomalies(): Promise<CheckAnomaliesResult> {
      return withHeartbeat(async () => {
        const result = { workspaces: 0, found: 0 };
        for (let last = '', isMore = true; isMore;) {
          const page = await listWorkspaceIds(database, last, pageSize);
          for (const workspaceId of page) {
            Context.current().cancellationSignal.throwIfAborted();
            result.workspaces += 1;
            result.found += await checkWorkspace(database, workspaceId, new Date());
          }
          last = page.at(-1) ?? last;
          isMore = page.length === pageSize;
        }
        return result;
      });
    },
  };
}

/** @returns how many were found that were not before */
async function checkWorkspace(database: Database, workspaceId: string, now: Date): Promise<number> {
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) return 0;
  const { timezone } = workspace;
  const { judged, from, to } = anomalyDays(now, timezone);
  let found = 0;
  for (const metric of anomalyMetrics) {
    const figures = await readDailyFigures(database, metric, { workspaceId, timezone, from, to });
    for (const date of judged.filter((day) => figures.isWhole(day))) {
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
