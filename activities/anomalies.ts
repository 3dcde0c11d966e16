import { Context } from '@temporalio/activity';
import type { Database } from '../db/connection/pool';
import { listWorkspaceIds } from '../db/digests/digests';
import { checkAnomalies } from '../operations/analytics/check-anomalies';
import type { CheckAnomaliesResult } from '../workflows/contract/maintenance';
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
            result.found += await checkAnomalies(database, workspaceId, new Date());
          }
          last = page.at(-1) ?? last;
          isMore = page.length === pageSize;
        }
        return result;
      });
    },
  };
}
