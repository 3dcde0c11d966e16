import { insertAnomaly } from '../../db/analytics/anomalies';
import { listWorkspaceIds } from '../../db/digests/digests';
import { queueMemberNotice } from '../../db/notices/member-notices';
import { readDailyFigures } from '../../db/reports/daily-figures';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { anomalyMetrics, findAnomaly } from '../../domain/analytics/anomaly';
import { anomalyDays, baselineOf } from '../../domain/analytics/anomaly-days';
import { forAll } from '../for-all';
import type { Context } from '../ports';
import { readReport } from './read-report';

const pageSize = 500;

/**
 * Checks every workspace, as {@link checkAnomalies}. Continues after a failure.
 * @throws AggregateError at the end if any failed
 */
export async function checkAllAnomalies({
  database,
  clock,
  signal,
}: Pick<Context, 'database' | 'clock' | 'signal'>): Promise<{ workspaces: number; found: number }> {
  const counts = { workspaces: 0, found: 0 };
  await forAll<string>(signal, {
    listAfter: (after) => listWorkspaceIds(database, after ?? '', pageSize),
    work: async (workspaceId) => {
      counts.found += await checkAnomalies({ database, clock }, workspaceId);
      counts.workspaces += 1;
    },
    failed: (count) => `Workspaces with a failed anomaly check: ${count}`,
  });
  return counts;
}

/**
 * Compares the last two whole days of a workspace with earlier days, and notifies members of unusual values, once per day and metric.
 * @returns how many new anomalies were found
 */
export async function checkAnomalies(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  workspaceId: string,
): Promise<number> {
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) return 0;
  const { timezone } = workspace;
  const { checkedDays, from, to } = anomalyDays(clock.now(), timezone);
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
