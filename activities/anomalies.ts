import type { Database } from '../db/connection/pool';
import { listWorkspaceIds } from '../db/digests/digests';
import { checkAnomalies } from '../operations/analytics/check-anomalies';
import type { CheckAnomaliesResult } from '../workflows/contract/maintenance';
import { forAll } from './for-all';

const pageSize = 500;

export function createAnomalyActivities({ database }: { database: Database }) {
  return {
    /**
     * Judges the last two whole days of every workspace. A day that was found before is not found again. A workspace that fails is passed over,
     * and reported at the end.
     */
    async checkAnomalies(): Promise<CheckAnomaliesResult> {
      const result = { workspaces: 0, found: 0 };
      await forAll({
        listAfter: (after: string | null) => listWorkspaceIds(database, after ?? '', pageSize),
        work: async (workspaceId) => {
          result.found += await checkAnomalies({ database }, workspaceId, new Date());
          result.workspaces += 1;
        },
        failed: (count) => `Workspaces with a failed anomaly check: ${count}`,
      });
      return result;
    },
  };
}
